"""Opens a page in a real headless Chromium, moves the mouse, and reports what is shown.

``test_views.py`` runs this script in a new process, because a browser and Spark do not share one
well. Standard input is JSON: the page, whether the colour scheme is dark, and the steps. Standard
output is a JSON array with the results of the steps.
"""

import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"


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
    view.resize(1200, 500)

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
    wait(300)
    given = []
    for kind, what in asked["steps"]:
        if kind == "script":
            given.append(script(what))
        elif kind == "move":
            QTest.mouseMove(view.focusProxy(), middle(what))
            wait(200)
        elif kind == "click":
            left = Qt.MouseButton.LeftButton
            QTest.mouseClick(view.focusProxy(), left, Qt.KeyboardModifier.NoModifier, middle(what))
            wait(300)
        elif kind == "picture":
            wait(300)
            view.grab().save(what)
    json.dump(given, sys.stdout)
    sys.stdout.flush()
    view.deleteLater()
    app.processEvents()
    os._exit(0)  # a regular exit may wait seconds for Chromium's helper processes


main()
