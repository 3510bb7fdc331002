// On a phone, a row of a table becomes a block of lines: each cell says which column it is.
for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
  const names = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
  if (names.length < 2 || table.closest(".bytes")) continue;
  // Not a class: the theme styles tables that have none.
  table.dataset.folds = "";
  const around = table.closest(".md-typeset__scrollwrap");
  if (around) around.dataset.folds = "";
  for (const row of table.querySelectorAll("tbody tr")) {
    [...row.children].forEach((cell, number) => (cell.dataset.column = names[number] ?? ""));
  }
}
