/** Rows of a block copied from a spreadsheet: tabs between cells, quotes around text with line breaks. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const clean = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < clean.length; at++) {
    const sign = clean[at]
    if (quoted && sign === '"' && clean[at + 1] === '"') {
      cell += '"'
      at++
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (quoted) cell += sign
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows
}

/** A block in the format of spreadsheets. */
export const writeBlock = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join('\t')).join('\n')
