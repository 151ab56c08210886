import { sql } from 'kysely'
import type { z } from 'zod'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { UNKNOWN_PLACE } from '#contract/orders/confirmation.ts'
import { resemblesVoyage } from '#contract/reference/voyages.ts'
import { PLANNED_DATES, USE_CHANGE_DATES } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { FilterClock } from '#server/resource/filters/columns.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Store } from '#server/resource/store.ts'
import { countUses } from '#server/resource/uses.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { followSaved } from './follow-confirmations.ts'
import { requireClosable, unloadAll } from './leave-sailing.ts'
import { sailingReads } from './read-sailings.ts'
import { savingActualDate, type Tell } from './record-actual-dates.ts'
import { recordDates } from './record-dates.ts'
import { nextReferences } from './sailing-reference.ts'
import { statusOf } from './sailing-status.ts'
import { sailingWarnings } from './warnings.ts'

type Input = z.output<typeof sailings.input>
/** The fields of a sailing that are kept. */
type Stored = Omit<Input, 'confirm' | 'eventId' | 'emailTemplateId' | 'comment'>
const AUDITED = ['reference', ...Object.keys(sailings.input.shape)]

/** SQL: true if a port or a city has this code. */
const isPlace = (code: string) =>
  sql`exists (select from ports where code = ${code}) or exists (select from cities where code = ${code})`

/** Throws 400 at the fields for unknown places and records; stored ones may stay. */
async function checkReferences(tx: Tx, input: Stored, before: Sailing | null): Promise<void> {
  const { rows } = await sql<Record<(typeof fields)[number], boolean>>`select
    exists (select from vessels where id = ${input.vesselId}) as vessel_id,
    exists (select from carriers where id = ${input.carrierId}) as carrier_id,
    exists (select from depots where id = ${input.depotId}) as depot_id,
    exists (select from places where id = ${input.destinationPlaceId} and kind = 'cfs') as destination_place_id,
    ${isPlace(input.portOfLoading)} as port_of_loading, ${isPlace(input.portOfDischarge)} as port_of_discharge`.execute(
    tx,
  )
  const fields = ['vesselId', 'carrierId', 'depotId', 'destinationPlaceId', 'portOfLoading', 'portOfDischarge'] as const
  const errors: FieldErrors = {}
  for (const field of fields) {
    const isNew = input[field] !== null && input[field] !== before?.[field]
    if (isNew && !rows[0]?.[field]) errors[field] = field.startsWith('port') ? UNKNOWN_PLACE : CHOOSE
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Throws 400 at changed planned dates: those have a call of their own, which asks about the orders. */
async function refusePlannedDates(tx: Tx, id: number, patch: Partial<Input>): Promise<void> {
  const sent = PLANNED_DATES.filter((date) => patch[date] !== undefined)
  if (sent.length === 0) return
  const stored = await tx.selectFrom('sailings').select(sent).where('id', '=', id).executeTakeFirst()
  const changed = stored ? sent.filter((date) => patch[date] !== stored[date]) : []
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map((date) => [date, USE_CHANGE_DATES])))
}

/** Other sailings of the vessel, not cancelled, whose voyage is spelt so alike that it may be the same. */
async function similarTo(tx: Tx, { id, vesselId, voyage }: Sailing): Promise<Sailing['similar']> {
  const others = await tx
    .selectFrom('sailings')
    .select(['id', 'reference', 'voyage'])
    .where('vesselId', '=', vesselId)
    .where('id', '<>', id)
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .execute()
  return others.filter((other) => resemblesVoyage(other.voyage, voyage)).map(({ id, reference }) => ({ id, reference }))
}

async function changeSailing(
  tx: Tx,
  before: Sailing,
  { confirm = false, eventId: _, emailTemplateId: __, comment: ___, ...patch }: Partial<Input>,
  merged: Input,
  actor: Actor,
) {
  await checkReferences(tx, merged, before)
  const status = statusOf(merged, before)
  if (status === 'closed' && before.status !== 'closed') await requireClosable(tx, before.id, { confirmed: confirm })
  await tx
    .updateTable('sailings')
    .set({ ...patch, status, updatedAt: nextVersion() })
    .where('id', '=', before.id)
    .execute()
  await recordDates(tx, actor, { sailingId: before.id, before, after: merged })
  if (status === 'cancelled' && before.status !== 'cancelled') await unloadAll(tx, actor, before)
  else await followSaved(tx, actor, before, { ...before, ...merged })
}

/**
 * The store of sailings. A save also answers warnings and similar voyages. With `tell`, an actual date may set
 * the event of the orders aboard.
 */
export function sailingStore(db: Db, clock: FilterClock, tell?: Tell): Store<Sailing, Input> {
  const { find, ...reader } = sailingReads(db, clock)
  const writerOn = (on: Db) =>
    recordWriter(
      on,
      { resource: sailings, audited: AUDITED },
      {
        find,
        insert: async (tx, { confirm: _, eventId: __, emailTemplateId: ___, comment: ____, ...input }, actor) => {
          await checkReferences(tx, input, null)
          if (input.status === 'cancelled') throw invalid({ status: CHOOSE })
          const [reference = ''] = await nextReferences(tx, 1)
          const status = statusOf(input, null)
          const { id } = await tx
            .insertInto('sailings')
            .values({ ...input, status, reference })
            .returning('id')
            .executeTakeFirstOrThrow()
          await recordDates(tx, actor, { sailingId: id, before: null, after: input })
          return id
        },
        change: (tx, before, { patch, merged }, actor) => changeSailing(tx, before, patch, merged, actor),
        usedBy: (tx, id) => countUses(tx, { order: sql`loadings where sailing_id = ${id}` }),
      },
    )
  const checked = async (tx: Tx, saved: Sailing): Promise<Sailing> => ({
    ...saved,
    warnings: sailingWarnings(saved, clock.timeZone),
    similar: await similarTo(tx, saved),
  })
  return {
    ...writerOn(db),
    ...reader,
    create: (input, actor) => inTransaction(db, async (tx) => checked(tx, await writerOn(tx).create(input, actor))),
    update: (id, patch, version, actor) =>
      inTransaction(db, async (tx) => {
        await refusePlannedDates(tx, id, patch)
        const save = () => writerOn(tx).update(id, patch, version, actor)
        const { eventId, emailTemplateId, comment } = patch
        if (!eventId || !tell) return { ...(await checked(tx, await save())), run: null }
        const told = { eventId, emailTemplateId, comment }
        const { saved, fact } = await savingActualDate(tx, { id, dates: patch, told, timeZone: clock.timeZone }, save)
        return { ...(await checked(tx, saved)), run: await tell(tx, fact, actor) }
      }),
  }
}
