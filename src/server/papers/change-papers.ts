import { sql } from 'kysely'
import type { z } from 'zod'
import { noSuch } from '#contract/lib/messages.ts'
import type { MadeKind } from '#contract/made-documents/made-documents.ts'
import { isMissing, type PaperState } from '#contract/papers/paper-codes.ts'
import {
  NEEDS_DOCUMENT,
  NEEDS_REASON,
  NOT_OF_ORDER,
  type Paper,
  type PaperPatch,
  type paperInput,
} from '#contract/papers/papers.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { attachDocuments } from '#server/orders/attach-documents.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { readPapers } from '#server/orders/papers/read-papers.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion, staleEdit } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

/** Fields of a paper that the trail of the order keeps; `paper` names it. */
const AUDITED = ['paper', 'paperState', 'document', 'reason', 'dueAt', 'mandatory']

const trailOf = ({ name, state, document, reason, dueAt, mandatory }: Paper) => ({
  paper: name,
  paperState: state,
  document: document?.name ?? null,
  reason,
  dueAt,
  mandatory,
})

/** A paper of an order. */
interface PaperOf {
  orderId: number
  paperId: number
}

/** One paper of an order. Throws 404. */
async function readPaper(tx: Tx, { orderId, paperId }: PaperOf): Promise<Paper> {
  const [found] = await readPapers(tx, orderId, [paperId])
  if (!found) throw notFound('Paper')
  return found
}

/** Adds a paper of the order's own, after the others. Returns it. Throws 404; 400 for the category. */
export async function addPaper(
  tx: Tx,
  _: Services,
  { orderId, ...input }: z.output<typeof paperInput> & { orderId: number },
  actor: Actor,
): Promise<Paper> {
  await lockOrder(tx, orderId)
  const category = await tx
    .selectFrom('documentCategories')
    .select('id')
    .where('id', '=', input.categoryId)
    .executeTakeFirst()
  if (!category) throw invalid({ categoryId: noSuch('category') })
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from order_requirements where order_id = ${orderId})`
  const { id } = await tx
    .insertInto('orderRequirements')
    .values({ ...input, orderId, position, dueByHand: input.dueAt !== null, updatedBy: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await readPaper(tx, { orderId, paperId: id })
  await audit(tx, actor, 'order.paper-add', added, { after: trailOf(added) })
  return added
}

const audit = (tx: Tx, actor: Actor, action: string, { orderId }: Paper, change: { before?: object; after: object }) =>
  recordAudit(tx, actor, { action, entity: 'orders', entityId: orderId, ...change }, AUDITED)

/**
 * Attaches an upload of the caller to the order; a document of the order stays. Throws 400 at any other
 * document.
 */
async function takeDocument(
  tx: Tx,
  { orderId, documentId, userId }: { orderId: number; documentId: number; userId: number | null },
) {
  const found = await tx
    .selectFrom('documents')
    .select(['orderId', 'uploadedBy'])
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (found?.orderId === orderId) return
  if (found?.orderId !== null || found.uploadedBy !== userId) throw invalid({ documentId: NOT_OF_ORDER })
  await attachDocuments(tx, [documentId], { orderId, orderEventId: null })
}

const WITH_DOCUMENT: readonly PaperState[] = ['received', 'accepted']

/** The state after a change: the sent one, else the one that follows from a document that comes or goes. */
function stateOf(before: Paper, { state, documentId }: PaperPatch): PaperState {
  if (state !== undefined) return state
  if (documentId === undefined || documentId === before.documentId) return before.state
  if (documentId !== null) return 'received'
  if (!WITH_DOCUMENT.includes(before.state)) return before.state
  return before.requestedAt === null ? 'open' : 'requested'
}

/** Document and reason in a state. Throws 400 for one that lacks its document or reason. */
function valuesIn(state: PaperState, before: Paper, { documentId, reason }: PaperPatch) {
  const document = documentId === undefined ? before.documentId : documentId
  if (WITH_DOCUMENT.includes(state)) {
    if (document === null) throw invalid({ documentId: NEEDS_DOCUMENT })
    return { documentId: document, reason: '' }
  }
  if (state === 'rejected' || state === 'waived') {
    // A reason belongs to the state it was given for.
    const why = reason ?? (state === before.state ? before.reason : '')
    if (why === '') throw invalid({ reason: NEEDS_REASON })
    return { documentId: document, reason: why }
  }
  const again = state !== before.state
  // The client should read why the last file was rejected when a paper is asked for again.
  return { documentId: again ? null : document, reason: again && state === 'open' ? '' : (reason ?? before.reason) }
}

/** The due date: set by hand, or computed from its basis again. */
function dueOf({ orderId, basis, offsetDays }: Paper, dueAt: string | null | undefined) {
  if (dueAt === undefined) return {}
  if (dueAt !== null) return { dueAt, dueByHand: true }
  if (basis === null) return { dueAt: null, dueByHand: false }
  const due = sql<string | null>`(select paper_due(${basis}, ${offsetDays}, o.created_at, c)
    from orders o left join confirmations c on c.order_id = o.id where o.id = ${orderId})`
  return { dueAt: due, dueByHand: false }
}

/**
 * Changes a paper: its state, its document, its due date. A document belongs to the order already, or is an
 * upload of the caller that joins it. The order keeps its version. Returns the paper. Throws 404, 409 for a
 * stale version, 400 at the fields.
 */
export async function changePaper(
  tx: Tx,
  _: Services,
  { patch, ...of }: PaperOf & { patch: PaperPatch },
  actor: Actor,
): Promise<Paper> {
  await lockOrder(tx, of.orderId)
  const before = await readPaper(tx, of)
  if (patch.updatedAt && patch.updatedAt !== before.updatedAt)
    throw staleEdit(await editorOf(tx, of.paperId), before.updatedAt, before)
  const state = stateOf(before, patch)
  const { documentId } = patch
  if (documentId && documentId !== before.documentId)
    await takeDocument(tx, { orderId: of.orderId, documentId, userId: actor.userId })
  await tx
    .updateTable('orderRequirements')
    .set({ state, ...valuesIn(state, before, patch), ...dueOf(before, patch.dueAt) })
    .$if(patch.mandatory !== undefined, (query) => query.set({ mandatory: patch.mandatory ?? true }))
    .$if(state === 'requested' && before.state !== 'requested', (query) => query.set({ requestedAt: sql`now()` }))
    .set({ updatedBy: actor.userId, updatedAt: nextVersion() })
    .where('id', '=', of.paperId)
    .execute()
  const after = await readPaper(tx, of)
  await auditChange(tx, actor, before, after)
  return after
}

function auditChange(tx: Tx, actor: Actor, before: Paper, after: Paper): Promise<void> {
  const { paper, ...changed } = trailOf(after)
  // The name is left out of one side: on both sides it would count as unchanged.
  const change = { before: { ...trailOf(before), paper: null }, after: { paper, ...changed } }
  return audit(tx, actor, 'order.paper', after, change)
}

async function editorOf(tx: Tx, paperId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('orderRequirements as p')
    .innerJoin('users as u', 'u.id', 'p.updatedBy')
    .select('u.username')
    .where('p.id', '=', paperId)
    .executeTakeFirst()
  return row?.username
}

/**
 * Notes that a document of ours was made: papers of the order that it fulfils and that are missing, or have an
 * earlier version of it, are accepted with it.
 */
export async function fulfilPapers(
  tx: Tx,
  { orderId, kind, documentId }: { orderId: number; kind: MadeKind; documentId: number },
  actor: Actor,
): Promise<void> {
  const earlier = tx
    .selectFrom('madeDocuments')
    .select('documentId')
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
  const has = new Set((await earlier.execute()).map((row) => row.documentId))
  for (const before of await readPapers(tx, orderId)) {
    const older = before.state === 'accepted' && before.documentId !== documentId && has.has(before.documentId ?? 0)
    if (before.makes !== kind || before.noLongerAsked || !(older || isMissing(before))) continue
    await tx
      .updateTable('orderRequirements')
      .set({ state: 'accepted', documentId, reason: '', updatedBy: actor.userId, updatedAt: nextVersion() })
      .where('id', '=', before.id)
      .execute()
    await auditChange(tx, actor, before, await readPaper(tx, { orderId, paperId: before.id }))
  }
}

/** Records a file that arrived for a missing paper by the client's link; nobody is logged in. */
export async function receivePaper(
  tx: Tx,
  { paper, documentId, link }: { paper: Paper; documentId: number; link: string },
  actor: Actor,
): Promise<void> {
  await tx
    .updateTable('orderRequirements')
    .set({ state: 'received', documentId, reason: '', updatedBy: null, updatedAt: nextVersion() })
    .where('id', '=', paper.id)
    .execute()
  const after = { ...trailOf(await readPaper(tx, { orderId: paper.orderId, paperId: paper.id })), requestedTo: link }
  const event = { action: 'order.paper-received', entity: 'orders', entityId: paper.orderId, after }
  await recordAudit(tx, actor, event, ['paper', 'document', 'requestedTo'])
}
