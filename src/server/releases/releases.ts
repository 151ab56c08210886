import { sql } from 'kysely'
import type { z } from 'zod'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import {
  LEGS,
  MISSING_SENTENCES,
  missingParts,
  NEEDS_DAY,
  NO_DOCUMENT_OF_ORDER,
  NOT_RELEASED_YET,
  needsDay,
  RELEASE_LABELS,
  RELEASED_ALREADY,
  type Release,
  type releaseInput,
  releaseLegs,
} from '#contract/releases/releases.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { lastEditor, staleEdit } from '#server/resource/versions.ts'

type Stored = Omit<Release, 'legs' | 'missing' | 'deliveryOrderOffered'>

const NOTHING = {
  freightPaidAt: null,
  freightWaivedReason: '',
  originalBill: 'waiting',
  originalAt: null,
  customsReleasedAt: null,
  carrierReleasedAt: null,
  pickupNumber: '',
  appointmentAt: null,
  holdReason: '',
  deliveryOrderDocumentId: null,
  releasedAt: null,
  releasedBy: null,
  releasedReason: '',
  updatedAt: null,
} satisfies Omit<Stored, 'orderId'>

/** A release with its legs; the delivery order is offered once all four are done. */
function withLegs(stored: Stored): Release {
  const legs = releaseLegs(stored)
  const missing = missingParts(stored)
  return { ...stored, legs, missing, deliveryOrderOffered: LEGS.every((leg) => legs[leg]) }
}

/** The release of an order, which is there for every order. */
export async function readRelease(db: Db, orderId: number): Promise<Release> {
  const found = await db
    .selectFrom('releases as r')
    .leftJoin('users as u', 'u.id', 'r.releasedBy')
    .select([
      'r.orderId',
      ...keysOf(NOTHING)
        .filter((key) => key !== 'releasedBy')
        .map((key) => `r.${key}` as const),
    ])
    .select(
      sql<
        Release['releasedBy']
      >`case when u.id is not null then json_build_object('id', u.id, 'name', u.username) end`.as('releasedBy'),
    )
    .where('r.orderId', '=', orderId)
    .executeTakeFirst()
  return withLegs(found ? { ...NOTHING, ...found } : { ...NOTHING, orderId })
}

const AUDITED = keysOf(RELEASE_LABELS)

/** Writes values of a release, and records what changed. The order must be locked. */
async function write(
  tx: Tx,
  { before, values, action }: { before: Release; values: object; action: string },
  actor: Actor,
): Promise<Release> {
  const { orderId } = before
  await tx
    .insertInto('releases')
    .values({ orderId, ...values })
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet({ ...values, updatedAt: sql`next_version(releases.updated_at)` }),
    )
    .execute()
  const after = await readRelease(tx, orderId)
  await recordAudit(tx, actor, { action, entity: 'orders', entityId: orderId, before, after }, AUDITED)
  return after
}

/** Throws 400 unless the document is one of the order. */
async function checkDocument(tx: Tx, orderId: number, documentId: number | null): Promise<void> {
  if (documentId === null) return
  const found = await tx.selectFrom('documents').select('orderId').where('id', '=', documentId).executeTakeFirst()
  if (found?.orderId !== orderId) throw invalid({ deliveryOrderDocumentId: NO_DOCUMENT_OF_ORDER })
}

/** Changes the release of an order: what is absent stays. Throws 404, 400, 409. */
export async function changeRelease(
  tx: Tx,
  _: unknown,
  { orderId, sent }: { orderId: number; sent: z.output<typeof releaseInput> },
  actor: Actor,
): Promise<Release> {
  await lockOrder(tx, orderId)
  const before = await readRelease(tx, orderId)
  const { updatedAt: version, ...values } = sent
  if (version && before.updatedAt && version !== before.updatedAt) {
    const record = { id: orderId, updatedAt: before.updatedAt }
    throw staleEdit(await lastEditor(tx, record, 'orders'), before.updatedAt, before)
  }
  const { originalBill, originalAt } = { ...before, ...values }
  if (needsDay(originalBill) && originalAt === null) throw invalid({ originalAt: NEEDS_DAY })
  await checkDocument(tx, orderId, values.deliveryOrderDocumentId ?? null)
  const isSame = before.updatedAt !== null && keysOf(values).every((key) => values[key] === before[key])
  return isSame ? before : write(tx, { before, values, action: 'order.release-change' }, actor)
}

/**
 * Releases an order. Throws 404; 409 with a sentence for each part that is missing, unless a reason is given; 409 if it was
 * released already.
 */
export async function completeRelease(
  tx: Tx,
  _: unknown,
  { orderId, reason }: { orderId: number; reason?: string | undefined },
  actor: Actor,
): Promise<Release> {
  await lockOrder(tx, orderId)
  const before = await readRelease(tx, orderId)
  if (before.releasedAt !== null) throw new AppError(409, RELEASED_ALREADY)
  if (before.missing.length > 0 && reason === undefined)
    throw new AppError(
      409,
      NOT_RELEASED_YET,
      recordOf(before.missing, (part) => MISSING_SENTENCES[part]),
    )
  const values = {
    releasedAt: sql`now()`,
    releasedBy: actor.userId,
    releasedReason: before.missing.length > 0 ? reason : '',
  }
  return write(tx, { before, values, action: 'order.release' }, actor)
}
