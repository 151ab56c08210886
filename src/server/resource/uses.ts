import type { RawBuilder } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { countRows } from './count-rows.ts'

/** Possible users of a record: a singular noun, and the rows ('orders where …'). */
type Uses = Record<string, RawBuilder<unknown>>

const LIST = new Intl.ListFormat('en-GB')

/** '3 orders and 1 pick-up location'; null if nothing uses the record. */
export async function countUses(tx: Tx, uses: Uses): Promise<string | null> {
  const parts: string[] = []
  for (const [noun, from] of Object.entries(uses)) {
    const n = await countRows(tx, from)
    if (n > 0) parts.push(`${n} ${noun}${n === 1 ? '' : 's'}`)
  }
  return parts.length > 0 ? LIST.format(parts) : null
}
