// Spreadsheets run a cell that begins like a formula. If they assume another separator than the file has, they split
// a cell that contains it, so the text after a separator or a line end may become a cell as well.
const formulaStart = /(^|[;,\t\r\n])("*)('*[=+\-@＝＋－＠])/g
const guardedStart = /(^|[;,\t\r\n])("*)'('*[=+\-@＝＋－＠])/g

/** Returns a text of a CSV file in which an apostrophe stands before everything that a spreadsheet could run. */
export function guardFormulas(text: string): string {
  return text.replace(formulaStart, "$1$2'$3")
}

/** Returns the text that `guardFormulas` was given. */
export function withoutFormulaGuards(text: string): string {
  return text.replace(guardedStart, '$1$2$3')
}
