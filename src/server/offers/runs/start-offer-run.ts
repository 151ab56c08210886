import { sql } from 'kysely'
import type { z } from 'zod'
import type { Run } from '#contract/runs/runs.ts'
import {
  NO_SUCH_OFFER,
  type OfferKind,
  type offerSelection,
  RUN_OUTCOMES,
  type RunPreview,
} from '#contract/runs/start-run.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createRun } from '#server/runs/create-run.ts'
import { readRun } from '#server/runs/read-runs.ts'
import { type JudgedOffer, judgeOffer, type RunOffer, runOffers } from './run-offers.ts'

/** Offers that the title of a run names. */
const NAMED = 2

interface Asked {
  kind: OfferKind
  selection: z.output<typeof offerSelection>
}

interface Selected extends JudgedOffer {
  id: number
  /** Undefined for a draft that was deleted since it was seen. */
  offer: RunOffer | undefined
}

/** The highest id that an offer was ever given. */
async function lastGivenId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('offers', 'id')), 0)::int as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The offers of a selection in its order, each once, and what the run does to them. Throws 400 at one that never was. */
async function selectedOffers(db: Db, { kind, selection: { ids } }: Asked): Promise<Selected[]> {
  const found = await runOffers(db, ids)
  if (ids.some((id) => !found.has(id))) {
    const last = await lastGivenId(db)
    const unknown = ids.findIndex((id) => id > last)
    if (unknown >= 0) throw invalid({ [`selection.ids.${unknown}`]: NO_SUCH_OFFER })
  }
  return [...new Set(ids)].map((id) => ({ id, offer: found.get(id), ...judgeOffer(kind, found.get(id)) }))
}

type ByReason = { outcome: Selected['outcome']; reason: string | null; count: number; ids: number[] }

/** Offers by outcome and reason, what changes first. */
function byReason(selected: readonly Selected[]): ByReason[] {
  const groups = new Map<string, ByReason>()
  for (const { id, outcome, reason } of selected) {
    const key = `${outcome} ${reason}`
    const group = groups.get(key) ?? { outcome, reason, count: 0, ids: [] }
    groups.set(key, { ...group, count: group.count + 1, ids: [...group.ids, id] })
  }
  const place = ({ outcome }: ByReason) => RUN_OUTCOMES.indexOf(outcome)
  return [...groups.values()].sort((one, other) => place(one) - place(other))
}

/** The effect of a run over offers; changes nothing. Throws 400 at an offer that never was. */
export async function previewOfferRun(db: Db, asked: Asked): Promise<RunPreview> {
  const selected = await selectedOffers(db, asked)
  const outcomes = byReason(selected)
  const done = selected.flatMap(({ outcome, offer }) => (outcome === 'changes' && offer ? [offer] : []))
  const mails = asked.kind === 'offer-withdraw' ? [] : done
  return {
    total: selected.length,
    applies: done.length,
    outcomes,
    noAddress: null,
    attachments: null,
    skips: outcomes.flatMap(({ outcome, reason, count, ids }) =>
      outcome === 'changes' ? [] : [{ reason: reason ?? '', count, ids }],
    ),
    mails: {
      count: mails.length,
      recipients: new Set(mails.map(({ email }) => email.toLowerCase())).size,
      withoutAddress: 0,
      sample: null,
    },
    papers: [],
    conflicts: [],
    asOfId: null,
  }
}

/** The first offers that it does by number: 'Q-2026-0412, Q-2026-0413 and 3 more'. */
function titleOf(selected: readonly Selected[]): string {
  const references = selected.flatMap(({ outcome, offer }) => (outcome === 'changes' && offer ? offer.reference : []))
  const more = references.length - NAMED
  return [references.slice(0, NAMED).join(', '), more > 0 ? `and ${more} more` : ''].filter(Boolean).join(' ')
}

/** Starts a run over a selection of offers. Returns the run. Throws 400 at an offer that never was. */
export async function startOfferRun(tx: Tx, _: unknown, asked: Asked, actor: Actor): Promise<Run> {
  const selected = await selectedOffers(tx, asked)
  const items = selected.map(({ offer, outcome, reason }) => ({
    orderId: null,
    offerId: offer?.id ?? null,
    version: offer?.updatedAt ?? null,
    ...(outcome !== 'changes' && { skipped: reason ?? '' }),
  }))
  const run = { kind: asked.kind, title: titleOf(selected), input: { plan: {} }, items }
  return readRun(tx, await createRun(tx, run, actor))
}
