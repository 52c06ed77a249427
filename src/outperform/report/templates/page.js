// Makes tables sortable by their headings; without it they are plain tables.
(function () {
  "use strict";
  var NUMBER = /^(?:[<≤>+]|under|over)?\s*[-−+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i;
  function key(cell) {
    var text = cell.textContent.trim();
    var found = NUMBER.exec(text);
    if (!found) { return text; }
    var value = parseFloat(found[0].replace(/under|over|[<≤>+\s]/g, "").replace("−", "-"));
    return /^([<≤]|under)/.test(text) ? value - 1e-9 : /^(>|over)/.test(text) ? value + 1e-9 : value;
  }
  function sort(table, column, down) {
    var body = table.tBodies[0];
    var rows = Array.prototype.map.call(body.rows, function (row, place) {
      return { row: row, key: key(row.cells[column]), place: place };
    });
    rows.sort(function (a, b) {
      var order = typeof a.key === "number" && typeof b.key === "number"
        ? a.key - b.key : String(a.key).localeCompare(String(b.key));
      return (down ? -order : order) || a.place - b.place;
    });
    rows.forEach(function (item) { body.appendChild(item.row); });
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.textContent = "";
      head.appendChild(button);
      button.addEventListener("click", function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(table, column, down);
      });
    });
  });
})();
