(() => {
  const root = document.getElementById("@ID@");
  const data = JSON.parse(document.getElementById("@ID@-data").textContent);
  const bytes = Uint8Array.from(atob(data.bytes), (c) => c.charCodeAt(0));
  const parts = data.parts.map(([offset, length, path, type, value]) => ({ offset, length, path, type, value }));
  const HEIGHT = 20, WIDTH = 16, COLOURS = 6;
  root.querySelector("pre").remove();
  const panes = root.querySelector(".panes");
  const hex = panes.querySelector(".hex"), tree = panes.querySelector(".tree");
  panes.hidden = false;

  // Which part a byte belongs to: the parts that have bytes are in the order of the bytes.
  const laid = parts.map((_, i) => i).filter((i) => parts[i].length > 0).sort((a, b) => parts[a].offset - parts[b].offset);
  const partAt = (at) => {
    let low = 0, high = laid.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (parts[laid[middle]].offset <= at) low = middle; else high = middle - 1;
    }
    const i = laid[low];
    return i !== undefined && at >= parts[i].offset && at < parts[i].offset + parts[i].length ? i : -1;
  };
  const colour = new Map(laid.map((i, n) => [i, n % COLOURS]));
  const classOf = (i) => parts[i].type === "FAULT" ? "fault" : parts[i].type === "gap" ? "gap" : `c${colour.get(i) ?? 0}`;

  // The tree: a line for each part and one above those that share the beginning of their paths.
  const lines = [];
  let last = [];
  parts.forEach((part, i) => {
    const steps = part.path.match(/\[\d+\]|"(?:\\.|[^"\\])*"|[^.[\]]+/g) || [];
    const above = steps.slice(0, -1);
    let depth = 0;
    while (depth < above.length && depth < last.length && last[depth] === above[depth]) depth++;
    for (; depth < above.length; depth++) lines.push({ depth, name: above[depth], part: -1 });
    lines.push({ depth, name: steps[steps.length - 1] || "", part: i });
    last = steps;
  });
  lines.forEach((line, n) => { line.isGroup = n + 1 < lines.length && lines[n + 1].depth > line.depth; });
  const closed = new Set();
  let shown = [];
  const lineOf = new Map();
  const unfold = () => {
    shown = [];
    lineOf.clear();
    let hidden = Infinity;
    lines.forEach((line, n) => {
      if (line.depth > hidden) return;
      hidden = closed.has(n) ? line.depth : Infinity;
      if (line.part >= 0) lineOf.set(line.part, shown.length);
      shown.push(n);
    });
    sizeOf(tree, shown.length);
  };

  // Only the rows in sight are elements, so that a large message scrolls as a small one does.
  const sizeOf = (pane, rows) => {
    let inner = pane.querySelector(".inner");
    if (!inner) { inner = document.createElement("div"); inner.className = "inner"; pane.append(inner); }
    inner.style.height = `${rows * HEIGHT}px`;
    inner.style.position = "relative";
    return inner;
  };
  const element = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const paint = (pane, rows, make) => {
    const inner = pane.querySelector(".inner");
    const first = Math.max(0, Math.floor(pane.scrollTop / HEIGHT) - 4);
    const last = Math.min(rows, Math.ceil((pane.scrollTop + pane.clientHeight) / HEIGHT) + 4);
    const made = document.createDocumentFragment();
    for (let n = first; n < last; n++) {
      const row = make(n);
      row.style.top = `${n * HEIGHT}px`;
      made.append(row);
    }
    inner.replaceChildren(made);
    mark();
  };
  const digits = Math.max(4, (data.start + bytes.length).toString(16).length);
  const hexRow = (n) => {
    const row = element("div", "row");
    row.append(element("span", "at", (data.start + n * WIDTH).toString(16).padStart(digits, "0") + "  "));
    const text = document.createDocumentFragment();
    for (let column = 0; column < WIDTH; column++) {
      const at = n * WIDTH + column;
      const gap = column === 7 ? "  " : " ";
      if (at >= bytes.length) { row.append("   " + (gap === "  " ? " " : "")); continue; }
      const part = partAt(at), name = part < 0 ? "" : classOf(part);
      const whole = part >= 0 && at + 1 < parts[part].offset + parts[part].length && column < WIDTH - 1;
      const byte = element("span", `byte ${name}`, bytes[at].toString(16).padStart(2, "0") + (whole ? gap : ""));
      const letter = element("span", `byte ${name}`, bytes[at] > 31 && bytes[at] < 127 ? String.fromCharCode(bytes[at]) : "·");
      if (part >= 0) byte.dataset.part = letter.dataset.part = part;
      row.append(byte);
      if (!whole) row.append(gap);
      text.append(letter);
    }
    row.append(" ", text);
    return row;
  };
  const treeRow = (n) => {
    const line = lines[shown[n]], part = parts[line.part];
    const row = element("div", "row");
    if (part) { row.dataset.part = line.part; row.title = `byte ${data.start + part.offset}, ${part.length} long: ${part.path}`; }
    row.dataset.line = shown[n];
    row.append("  ".repeat(line.depth), element("span", "at", line.isGroup ? (closed.has(shown[n]) ? "▸ " : "▾ ") : "  "));
    const name = element("span", part && part.length ? classOf(line.part) : part && part.type === "FAULT" ? "fault" : "", line.name || (part ? part.type : ""));
    row.append(name);
    if (part) {
      if (line.name) row.append(" ", element("span", part.type === "FAULT" ? "fault" : "kind", part.type));
      row.append(" ", element("span", part.type === "FAULT" ? "fault" : "", part.value ?? ""));
    }
    return row;
  };

  let over = -1, pinned = -1;
  const mark = () => {
    for (const one of root.querySelectorAll(".over, .pinned")) one.classList.remove("over", "pinned");
    for (const [part, name] of [[over, "over"], [pinned, "pinned"]])
      if (part >= 0) for (const one of root.querySelectorAll(`[data-part="${part}"]`)) one.classList.add(name);
  };
  const paintHex = () => paint(hex, Math.ceil(bytes.length / WIDTH), hexRow);
  const paintTree = () => paint(tree, shown.length, treeRow);
  const into = (pane, row) => {
    const top = row * HEIGHT;
    if (top < pane.scrollTop || top + HEIGHT > pane.scrollTop + pane.clientHeight)
      pane.scrollTop = Math.max(0, top - pane.clientHeight / 2);
  };
  const pin = (part, from) => {
    pinned = part === pinned ? -1 : part;
    if (pinned >= 0 && from !== hex) into(hex, Math.floor(parts[part].offset / WIDTH));
    if (pinned >= 0 && from !== tree && lineOf.has(part)) into(tree, lineOf.get(part));
    mark();
  };
  for (const pane of [hex, tree]) {
    pane.addEventListener("mouseover", (event) => {
      const at = event.target.closest("[data-part]");
      over = at ? Number(at.dataset.part) : -1;
      mark();
    });
    pane.addEventListener("mouseleave", () => { over = -1; mark(); });
    pane.addEventListener("scroll", () => requestAnimationFrame(pane === hex ? paintHex : paintTree));
  }
  hex.addEventListener("click", (event) => {
    const at = event.target.closest("[data-part]");
    if (at) pin(Number(at.dataset.part), hex);
  });
  tree.addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    const line = Number(row.dataset.line);
    if (lines[line].isGroup && (event.target.className === "at" || lines[line].part < 0)) {
      if (!closed.delete(line)) closed.add(line);
      unfold();
      paintTree();
    } else if (row.dataset.part) pin(Number(row.dataset.part), tree);
  });
  const fault = root.querySelector(".bad");
  if (fault) fault.addEventListener("click", () => {
    const part = parts.findIndex((one) => one.type === "FAULT");
    pinned = -1;
    pin(part, null);
  });
  sizeOf(hex, Math.ceil(bytes.length / WIDTH));
  unfold();
  paintHex();
  paintTree();
  // Where the view is not shown yet, its height is not known.
  new ResizeObserver(() => { paintHex(); paintTree(); }).observe(panes);
})();
