import { sql } from 'kysely'
import { CARRIER_MILESTONES, upToDeparture } from '#contract/carrier-events/carrier-milestones.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { Services } from '#server/services.ts'
import { lockCarrierEvents, scopeOf, settle } from './settle.ts'

/** Days for which an event waits for its container, bill or booking to be typed. */
const WAITS_DAYS = 60
const MOST = 5_000
const EARLY = CARRIER_MILESTONES.filter(upToDeparture)

/**
 * Matches events again that came before their container, bill or booking was typed here, as if they came now. Returns how
 * many have a sailing or container since.
 */
export async function matchAgain({ db, config }: Pick<Services, 'db' | 'config'>, actor: Actor): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockCarrierEvents(tx)
    const { rows } = await sql<{ id: number }>`
      with waiting as materialized (
        select id, container_number, master_bill, booking, day, milestone from carrier_events
        where state = 'unmatched' and received_at > now() - make_interval(days => ${WAITS_DAYS})
          and coalesce(container_number, master_bill, booking) is not null
        order by received_at desc limit ${MOST}
      )
      update carrier_events e set sailing_id = m.sailing_id, container_id = m.container_id
      from waiting w cross join lateral match_carrier_event(w.container_number, w.master_bill, w.booking, w.day,
        coalesce(w.milestone = any(${EARLY}::text[]), false)) m
      where e.id = w.id returning e.id`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await settle(tx, actor, { scope: await scopeOf(tx, ids), timeZone: config.timeZone })
    await recordChanges(tx, actor, [{ entity: 'carrierEvents', entityId: null, kind: 'match' }])
    return ids.length
  })
}
