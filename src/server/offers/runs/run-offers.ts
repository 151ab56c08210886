import { sql } from 'kysely'
import type { OfferState } from '#contract/offers/offer-codes.ts'
import { OFFER_DELETED } from '#contract/runs/runs.ts'
import {
  NO_OFFER_ADDRESS,
  NOT_SENT_YET,
  type OfferKind,
  OPTION_WITHOUT_PRICE,
  REPLACED_BY_DRAFT,
  REPLACES_ACCEPTED,
  type RunOutcome,
  SENT_ALREADY,
  VALID_NO_LONGER,
  WITHDRAWN_ALREADY,
} from '#contract/runs/start-run.ts'
import type { Db } from '#server/db/client.ts'

/** The facts about an offer that decide whether an act is possible. */
export interface RunOffer {
  id: number
  reference: string
  updatedAt: string
  state: OfferState
  email: string
  /** Whether each option has a price. */
  priced: boolean
  /** Whether the time until which it is valid has passed. */
  late: boolean
  /** Whether a draft is to take its place. */
  hasReplacement: boolean
  /** Whether the offer that it replaces was accepted. */
  replacesAccepted: boolean
}

/** These offers by id, as they are now. */
export async function runOffers(db: Db, ids: readonly number[]): Promise<Map<number, RunOffer>> {
  const { rows } = await sql<RunOffer>`
    select f.id, f.reference, f.updated_at, f.email,
      case when f.state = 'sent' and f.valid_until <= now() then 'expired' else f.state end as state,
      not exists (select from offer_options o where o.offer_id = f.id and o.price is null) as priced,
      coalesce(f.valid_until <= now(), false) as late,
      exists (select from offers r where r.replaces_id = f.id) as has_replacement,
      coalesce((select e.state = 'accepted' from offers e where e.id = f.replaces_id), false) as replaces_accepted
    from offers f where f.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((offer) => [offer.id, offer]))
}

/** What a run does to an offer, and why. Only what changes is done. */
export interface JudgedOffer {
  outcome: RunOutcome
  reason: string | null
}

const CHANGES: JudgedOffer = { outcome: 'changes', reason: null }
const cannot = (reason: string): JudgedOffer => ({ outcome: 'cannot', reason })
const already = (reason: string): JudgedOffer => ({ outcome: 'has-already', reason })
const isNow = (state: OfferState) => cannot(state === 'draft' ? NOT_SENT_YET : `The offer is ${state}`)

function judgeSending(offer: RunOffer): JudgedOffer {
  if (offer.state === 'sent' || offer.state === 'expired') return already(SENT_ALREADY)
  if (offer.state !== 'draft') return isNow(offer.state)
  if (offer.hasReplacement) return cannot(REPLACED_BY_DRAFT)
  if (offer.replacesAccepted) return cannot(REPLACES_ACCEPTED)
  if (offer.email === '') return cannot(NO_OFFER_ADDRESS)
  if (!offer.priced) return cannot(OPTION_WITHOUT_PRICE)
  return offer.late ? cannot(VALID_NO_LONGER) : CHANGES
}

function judgeFollowUp({ state, email }: RunOffer): JudgedOffer {
  if (state !== 'sent') return isNow(state)
  return email === '' ? cannot(NO_OFFER_ADDRESS) : CHANGES
}

function judgeWithdrawal({ state }: RunOffer): JudgedOffer {
  if (state === 'withdrawn') return already(WITHDRAWN_ALREADY)
  return state === 'sent' || state === 'expired' ? CHANGES : isNow(state)
}

const JUDGES: Record<OfferKind, (offer: RunOffer) => JudgedOffer> = {
  'offer-send': judgeSending,
  'offer-follow-up': judgeFollowUp,
  'offer-withdraw': judgeWithdrawal,
}

/** What a run does to an offer: asked by the preview, at the start, and when its row is done. Undefined is one that was deleted. */
export const judgeOffer = (kind: OfferKind, offer: RunOffer | undefined): JudgedOffer =>
  offer ? JUDGES[kind](offer) : cannot(OFFER_DELETED)
