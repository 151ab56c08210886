import { type RawBuilder, sql } from 'kysely'
import type { OfferReport } from '#contract/offers/offer-report.ts'
import { firstInstant, lastInstant } from '#contract/rates/rate-days.ts'
import type { Db } from '#server/db/client.ts'

/** Offers sent in a period, each with its lane, its outcome and the hours that the answer took. */
const sentOffers = (from: string, to: string) => sql`
  select o.client_id, o.owner_id, o.decline_reason, lane.origin, lane.destination,
    case when o.state = 'sent' and o.valid_until <= now() then 'expired' else o.state end as outcome,
    extract(epoch from o.answered_at - sent.at) / 3600 as hours
  from offers o
  left join mails m on m.id = o.mail_id
  cross join lateral (select coalesce(o.sent_at, m.created_at) as at) sent
  left join lateral (
    select coalesce(d.code, p.code, '') as origin, coalesce(c.dest, '') as destination
    from offer_options x
    left join locations l on l.id = (x.inputs ->> 'pickUpLocationId')::int
    left join depots d on d.id = coalesce((x.inputs ->> 'depotId')::int, l.depot_id)
    left join ports p on p.id = (x.inputs ->> 'origin')::int
    left join cartages c on c.id = (x.inputs ->> 'cartageId')::int
    where x.offer_id = o.id order by x.chosen desc, x.position limit 1
  ) lane on true
  where o.state <> 'draft' and sent.at between ${from}::timestamptz and ${to}::timestamptz`

const FIGURES = sql`
  count(*)::int as sent,
  count(*) filter (where outcome = 'accepted')::int as accepted,
  count(*) filter (where outcome = 'declined')::int as declined,
  count(*) filter (where outcome = 'expired')::int as expired,
  round(100.0 * count(*) filter (where outcome = 'accepted')
    / nullif(count(*) filter (where outcome in ('accepted', 'declined', 'expired')), 0), 1) as win_rate,
  round((percentile_cont(0.5) within group (order by hours))::numeric, 1) as hours_to_answer`

/** Offers that were sent from one day to another, by the clock of the forwarder, and what became of them. */
export async function reportOffers(
  db: Db,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Promise<OfferReport> {
  const sent = sentOffers(firstInstant(from, timeZone), lastInstant(to, timeZone))
  const read = async <Row>(select: RawBuilder<unknown>): Promise<Row[]> =>
    (await sql<Row>`with found as (${sent}) ${select}`.execute(db)).rows
  const [totals] = await read<OfferReport['totals']>(sql`select ${FIGURES} from found`)
  if (!totals) throw new Error('A query that always has one row returned none')
  return {
    totals,
    reasons: await read(sql`
      select decline_reason as reason, count(*)::int as count from found
      where outcome = 'declined' and decline_reason is not null group by 1 order by 2 desc, 1`),
    lanes: await read(sql`
      select coalesce(origin, '') as origin, coalesce(destination, '') as destination, ${FIGURES}
      from found group by 1, 2 order by sent desc, 1, 2`),
    clients: await read(sql`
      select u.id, coalesce(nullif(u.company_name, ''), u.username, 'Not a client yet') as name, ${FIGURES}
      from found left join users u on u.id = found.client_id group by u.id order by sent desc, 2`),
    people: await read(sql`
      select u.id, u.username as name, ${FIGURES} from found join users u on u.id = found.owner_id group by u.id order by sent desc, 2`),
  }
}
