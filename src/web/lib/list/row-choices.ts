import { z } from 'zod'
import { PAGE_SIZES, type PageSize } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { hasToken } from '#web/lib/api/token.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { createStore, useStore } from '#web/lib/browser/store.ts'

/** How a person wants lists: rows of 32 px in all of them, and rows per page; null until chosen. */
interface RowChoices {
  compactRows: boolean | null
  rowsPerPage: PageSize | null
}

const COMPACT = 'quayside-compact-rows'
const ROWS_PER_PAGE = 'quayside-rows-per-page'
const FLAGS: Record<string, boolean> = { yes: true, no: false }

const choices = createStore<RowChoices>({
  compactRows: FLAGS[readStored(COMPACT) ?? ''] ?? null,
  rowsPerPage: PAGE_SIZES.find((size) => String(size) === readStored(ROWS_PER_PAGE)) ?? null,
})

/** The browser keeps them too, so that a list need not wait for the account. */
function keep(next: RowChoices): void {
  const { compactRows, rowsPerPage } = next
  writeStored(COMPACT, compactRows === null ? null : compactRows ? 'yes' : 'no')
  writeStored(ROWS_PER_PAGE, rowsPerPage === null ? null : String(rowsPerPage))
  choices.set(next)
}

/** Takes over what the account says; what it does not say stays as the browser has it. */
export function adoptRows({ compactRows, rowsPerPage }: Partial<RowChoices>): void {
  const now = choices.get()
  const next = { compactRows: compactRows ?? now.compactRows, rowsPerPage: rowsPerPage ?? now.rowsPerPage }
  if (next.compactRows !== now.compactRows || next.rowsPerPage !== now.rowsPerPage) keep(next)
}

/** Changes how lists look, for this person on every device. Without a connection, for this browser. */
export function chooseRows(change: Partial<RowChoices>): void {
  keep({ ...choices.get(), ...change })
  if (hasToken())
    void request(z.unknown(), 'user/personal/preferences', { method: 'PUT', body: change }).catch(() => {})
}

/** How this person wants lists. */
export const useRowChoices = () => useStore(choices)

/** Compact rows (32 px) in all lists, and how to change that. */
export function useCompactRows() {
  const on = useRowChoices().compactRows === true
  return { on, flip: () => chooseRows({ compactRows: !on }) }
}
