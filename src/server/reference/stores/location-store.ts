import { sql } from 'kysely'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { noSuch } from '#contract/lib/messages.ts'
import { locations } from '#contract/reference/locations.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

/**
 * Pick-up locations with their city and depot. They may keep a depot that goes out of service, but not choose
 * one.
 */
export const locationStore = (db: Db) =>
  tableStore(db, locations, {
    read: (from) =>
      from
        .selectFrom('locations')
        .innerJoin('cities as c', 'c.id', 'locations.cityId')
        .innerJoin('depots as d', 'd.id', 'locations.depotId')
        .selectAll('locations')
        .select(sql`json_build_object('id', c.id, 'name', c.name, 'code', c.code)`.as('city'))
        .select(sql`json_build_object('id', d.id, 'name', d.name)`.as('depot')),
    columns: { city: 'c.name', depot: 'd.name' },
    check: async (tx, { cityId, depotId }, before) => {
      const city = await tx.selectFrom('cities').select('id').where('id', '=', cityId).executeTakeFirst()
      const depot = await tx.selectFrom('depots').select('status').where('id', '=', depotId).executeTakeFirst()
      const errors: FieldErrors = {}
      if (!city) errors.cityId = noSuch('city')
      if (!depot) errors.depotId = noSuch('depot')
      else if (!depot.status && depotId !== before?.depotId) errors.depotId = 'This depot is not in service'
      if (Object.keys(errors).length > 0) throw invalid(errors)
    },
    usedBy: (tx, id) =>
      countUses(tx, {
        order: sql`orders where origin_location_id = ${id}`,
      }),
  })
