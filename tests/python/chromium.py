"""Opens a page in a real headless Chromium, moves the mouse, and reports the content of the page.

``test_views.py`` runs this script in a new process, because a browser and Spark do not share one
well. Standard input is JSON: the page, whether the colour scheme is dark, and the steps. Standard
output is a JSON array with the results of the steps.
"""

import json
import os
import sys
import time

os.environ["QT_QPA_PLATFORM"] = "offscreen"

# Counts the mouse events that have reached the page.
HEARD = """
window.heard = { mousemove: 0, click: 0 };
for (const kind in heard) document.addEventListener(kind, () => heard[kind]++, true);
"""
FRAMES = """
window.framesLeft = 2;
(function next() { if (framesLeft-- > 0) requestAnimationFrame(next); })();
"""


def main() -> None:
    asked = json.load(sys.stdin)
    scheme = 0 if asked["dark"] else 1  # Blink's numbers for dark and light
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = (
        f"--no-sandbox --disable-gpu --blink-settings=preferredColorScheme={scheme}"
    )
    from PyQt6.QtCore import QEventLoop, QPoint, Qt, QTimer, QUrl
    from PyQt6.QtTest import QTest
    from PyQt6.QtWebEngineWidgets import QWebEngineView
    from PyQt6.QtWidgets import QApplication

    app = QApplication(sys.argv[:1])
    view = QWebEngineView()
    view.resize(*asked.get("size", [1200, 500]))

    def wait(milliseconds):
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def script(text):
        loop, answer = QEventLoop(), []
        view.page().runJavaScript(text, lambda given: (answer.append(given), loop.quit()))
        QTimer.singleShot(30_000, loop.quit)
        loop.exec()
        if not answer:
            raise SystemExit(f"no answer to {text}")
        return answer[0]

    def until(condition):
        """Waits until the page says so; returns the milliseconds that took."""
        began = time.monotonic()
        while not script(f"Boolean({condition})"):
            if time.monotonic() - began > 30:
                raise SystemExit(f"not within 30 seconds: {condition}")
            wait(20)
        return round(1000 * (time.monotonic() - began))

    def settle():
        """Waits for two frames: the first may still show the state before a step."""
        script(FRAMES)
        until("framesLeft < 0")

    def heard(event, act, *arguments):
        """Acts, and waits until the page has received the event and painted its effect."""
        before = script(f"heard.{event}")
        act(*arguments)
        until(f"heard.{event} > {before}")
        settle()

    def middle(selector):
        place = script(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect();"
            " return [r.x + Math.min(r.width, 40) / 2, r.y + r.height / 2]; })()"
        )
        return QPoint(*map(round, place))

    loop = QEventLoop()
    view.loadFinished.connect(loop.quit)
    view.load(QUrl.fromLocalFile(asked["page"]))
    view.show()
    loop.exec()
    script(HEARD)
    settle()
    given = []
    for kind, what in asked["steps"]:
        if kind == "script":
            given.append(script(what))
        elif kind == "until":
            given.append(until(what))
        elif kind == "move":
            heard("mousemove", QTest.mouseMove, view.focusProxy(), middle(what))
        elif kind == "click":
            left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            heard("click", QTest.mouseClick, view.focusProxy(), left, plain, middle(what))
        elif kind == "picture":
            wait(300)
            view.grab().save(what)
    json.dump(given, sys.stdout)
    sys.stdout.flush()
    view.deleteLater()
    app.processEvents()
    os._exit(0)  # a regular exit may wait seconds for Chromium's helper processes


main()
