import { type RawBuilder, sql } from 'kysely'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { noSuch } from '#contract/lib/messages.ts'
import { places } from '#contract/reference/places.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { exists, invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'
import { findZone } from '#server/zones/iana.ts'

const usesOf = (tx: Tx, id: number) =>
  countUses(tx, {
    sailing: sql`sailings where destination_place_id = ${id}`,
    container: sql`containers where terminal_place_id = ${id}`,
  })

/** SQL: the first two letters of a port's code, the country of a UN/LOCODE; '' for another code. */
const countryOf = (code: RawBuilder<unknown>) => sql<string>`coalesce(substring(${code} from '^[A-Z]{2}'), '')`

/**
 * Places at the destination. A place without a country gets that of its port. One in use stays a CFS or a terminal: it
 * was chosen as such.
 */
export const placeStore = (db: Db) =>
  tableStore(db, places, {
    check: async (tx, { portCode, timeZone, kind }, before) => {
      const errors: FieldErrors = {}
      const isNew = portCode !== null && portCode !== before?.portCode
      if (isNew && !(await tx.selectFrom('ports').select('id').where('code', '=', portCode).executeTakeFirst()))
        errors.portCode = noSuch('port')
      if (findZone(timeZone)?.name !== timeZone) errors.timeZone = noSuch('time zone')
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const changesUse = before && (before.kind === 'cfs') !== (kind === 'cfs')
      const by = changesUse ? await usesOf(tx, before.id) : null
      if (by) throw exists('kind', `This place is in use by ${by}`)
    },
    related: {
      keys: [],
      write: async (tx, id, { country, portCode }) => {
        if (country !== '' || portCode === null) return
        await tx
          .updateTable('places')
          .set({ country: countryOf(sql.ref('portCode')) })
          .where('id', '=', id)
          .execute()
      },
    },
    usedBy: usesOf,
  })
