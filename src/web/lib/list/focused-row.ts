/** The row of a list in which the focus is, of the rows shown. */
export function focusedRow<Row>(rows: readonly Row[]): Row | undefined {
  const index = document.activeElement?.closest('tr')?.getAttribute('data-index')
  return index ? rows[Number(index)] : undefined
}
