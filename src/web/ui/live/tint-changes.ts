/** Milliseconds for which a changed cell stays tinted. */
const TINTED_MS = 2_000
/** Milliseconds to wait for rows, which are rendered in steps, as the browser has time. */
const RENDERED_MS = 1_000

/**
 * Tints the cells of these rows (by `data-index`) whose content changes within the next second, as
 * `data-changed`. It works on the page itself: a list of two hundred rows need not know what each cell showed
 * before.
 */
export function tintChanges(list: Element, places: readonly number[]): void {
  const rows = new Set(places.map(String))
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const cell = (target instanceof Element ? target : target.parentElement)?.closest('td')
      if (!cell || !rows.has(cell.closest('tr')?.getAttribute('data-index') ?? '')) continue
      cell.dataset.changed = ''
      setTimeout(() => delete cell.dataset.changed, TINTED_MS)
    }
  })
  observer.observe(list, { subtree: true, childList: true, characterData: true })
  setTimeout(() => observer.disconnect(), RENDERED_MS)
}
