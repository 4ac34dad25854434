type Cell = string | number | null;

/** Beginnings by which spreadsheets take a text for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Returns CSV (RFC 4180). A null is an empty cell; a text that would be a formula begins with an apostrophe. */
export function csvOf(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => `${line.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
