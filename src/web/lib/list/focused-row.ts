/** The row, of those shown, that has the focus. */
export function focusedRow<Row>(rows: readonly Row[]): Row | undefined {
  const index = document.activeElement?.closest('tr')?.getAttribute('data-index')
  return index ? rows[Number(index)] : undefined
}
