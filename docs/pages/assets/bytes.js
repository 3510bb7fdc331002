// Pointing at a byte shows what it is, pointing at a row shows its bytes.
for (const kind of ["mouseover", "mouseout"]) {
  document.addEventListener(kind, (event) => {
    const part = event.target.closest?.(".bytes [data-part]");
    if (!part) return;
    const same = `span[data-part="${part.dataset.part}"]`;
    for (const span of part.closest(".bytes").querySelectorAll(same)) {
      span.classList.toggle("here", kind === "mouseover");
    }
  });
}
