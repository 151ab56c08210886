import { type Selectable, sql } from 'kysely'
import type { SaidTime } from '#contract/carrier-events/carrier-event-rows.ts'
import { CONTAINER_TIMES } from '#contract/sailings/containers.ts'
import type { Tx } from '#server/db/client.ts'
import type { Containers, Sailings } from '#server/db/types.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordEach } from '#server/resource/audit.ts'
import { followSaved } from './follow-confirmations.ts'
import { recordAllDates } from './record-dates.ts'
import { statusOf } from './sailing-status.ts'

/** Actual dates of a sailing, 00:00 UTC of the day; null empties one. */
export type ActualDates = Partial<Pick<Selectable<Sailings>, 'atd' | 'portAta'>>
export type ContainerTimes = Partial<Record<SaidTime, string | null>>

interface SailingChange {
  before: Selectable<Sailings>
  dates: ActualDates
}

type Status = Parameters<typeof statusOf>[0]

/**
 * Writes actual dates that carriers told, as a save of each sailing does: its status and the confirmations of its
 * orders follow, and the trail and its dates are recorded. The sailings must be locked.
 */
export async function writeActualDates(tx: Tx, actor: Actor, changes: readonly SailingChange[]): Promise<void> {
  if (changes.length === 0) return
  const saved = changes.map(({ before, dates }) => {
    const said = { ...before, ...dates }
    return { before, after: { ...said, status: statusOf(said as Status, before as Status) } } // a status by the check of the table
  })
  const rows = saved.map(({ after: { id, atd, portAta, status } }) => ({ id, atd, port_ata: portAta, status }))
  await sql`update sailings s set atd = r.atd, port_ata = r.port_ata, status = r.status, updated_at = next_version(s.updated_at)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id int, atd timestamptz, port_ata timestamptz, status text)
    where s.id = r.id`.execute(tx)
  await recordAllDates(
    tx,
    actor,
    saved.map(({ before, after }) => ({ sailingId: after.id, before, after })),
    'carrier',
  )
  await recordEach(
    tx,
    actor,
    saved.map(({ before, after }) => ({
      ...{ action: 'sailing.update', entity: 'sailings', entityId: after.id },
      ...{ before, after },
    })),
    ['atd', 'portAta', 'status'],
  )
  await followSaved(tx, actor, saved)
}

interface ContainerChange {
  before: Pick<Selectable<Containers>, 'id' | SaidTime>
  times: ContainerTimes
}

/** Writes times of containers that carriers told, with their entries in the trail. The containers must be locked. */
export async function writeContainerTimes(tx: Tx, actor: Actor, changes: readonly ContainerChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ before, times }) => ({ ...before, ...times }))
  await sql`update containers k set discharged_at = r."dischargedAt", available_at = r."availableAt", gated_out_at = r."gatedOutAt",
      returned_at = r."returnedAt", updated_at = next_version(k.updated_at)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id int, "dischargedAt" timestamptz, "availableAt" timestamptz, "gatedOutAt" timestamptz, "returnedAt" timestamptz)
    where k.id = r.id`.execute(tx)
  await recordEach(
    tx,
    actor,
    changes.map(({ before, times }) => ({
      ...{ action: 'container.update', entity: 'containers', entityId: before.id },
      ...{ before, after: { ...before, ...times } },
    })),
    CONTAINER_TIMES,
  )
}
