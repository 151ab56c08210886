import { sql } from 'kysely'
import type { PossibleCharge, PossibleCharges } from '#contract/free-time/free-times.ts'
import type { Tier } from '#contract/free-time/tiers.ts'
import type { Db } from '#server/db/client.ts'
import { Exact } from '#server/pricing/quote-lines.ts'
import { accruedCharges } from './accrued-charges.ts'

/** A clock with its rule and what its charges are per. */
interface Charged extends Pick<PossibleCharge, 'clock' | 'container' | 'rule' | 'lastFreeDay' | 'currency'> {
  id: number
  tiers: Tier[]
  endedOn: string | null
  today: string
  cbm: number | null
  revenueTons: number | null
}

/** Clocks of an order with a last free day and a rule. */
async function readCharged(db: Db, orderId: number): Promise<Charged[]> {
  const { rows } = await sql<Charged>`
    select t.id, t.clock,
      case when t.container_id is not null then json_build_object('id', t.container_id, 'number', t.container_number) end as container,
      json_build_object('id', t.rule_id, 'name', t.rule_name) as rule, t.last_free_day, t.currency, t.tiers, t.ended_on, t.today,
      t.cbm, t.revenue_tons
    from shown_free_times t
    where t.rule_id is not null and t.last_free_day is not null and t.id = any(array(
      select id from free_times where order_id = ${orderId}
      union all select f.id from free_times f join containers k on k.id = f.container_id where k.order_id = ${orderId}))
    order by t.container_id, t.id`.execute(db)
  return rows
}

/** The day that the forwarder's clock shows. */
const today = async (db: Db): Promise<string> =>
  (await sql<{ day: string }>`select shown_at(now(), until, offsets)::date as day from clock`.execute(db)).rows[0]
    ?.day ?? ''

function chargeOf(clock: Charged, on: string): PossibleCharge[] {
  const { id: freeTimeId, tiers, endedOn, today: _, cbm, revenueTons, ...named } = clock
  const until = endedOn !== null && endedOn < on ? endedOn : on
  const charges = accruedCharges({ lastFreeDay: clock.lastFreeDay, until, tiers, units: { cbm, revenueTons } })
  return charges ? [{ freeTimeId, ...named, ...charges }] : []
}

/**
 * The charges of an order's clocks up to a day, by default today at their places, as far as their rules tell; and
 * together by currency.
 */
export async function possibleChargesOf(db: Db, orderId: number, on: string | null): Promise<PossibleCharges> {
  const charged = await readCharged(db, orderId)
  const clocks = charged.flatMap((clock) => chargeOf(clock, on ?? clock.today))
  const currencies = [...new Set(clocks.map(({ currency }) => currency))]
  const totals = currencies.map((currency) => ({
    currency,
    amount: clocks
      .filter((clock) => clock.currency === currency)
      .reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
      .toNumber(),
  }))
  return { on: on ?? charged[0]?.today ?? (await today(db)), clocks, totals }
}
