import { readNumber } from '#contract/lib/numbers.ts'
import { MAX_DELIVERY_DAYS } from '#contract/reference/delivery/delivery.ts'

/** Days in a cell's text (0 when empty); null unless it is a whole number of 0 or more. */
export function readDays(text: string): number | null {
  const days = readNumber(text)
  if (days === null) return 0
  return days === 'not a number' || !Number.isInteger(days) ? null : Math.min(MAX_DELIVERY_DAYS, days)
}

/** The text of a cell after leaving it: a plain number up to 1000, empty for 0; any other text stays. */
export function tidyText(text: string): string {
  const days = readDays(text)
  return days === null ? text.trim() : days === 0 ? '' : String(days)
}

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
