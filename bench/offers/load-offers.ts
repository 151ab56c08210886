import type pg from 'pg'
import { hashToken, newToken } from '#server/http/tokens.ts'

/** Offers of three years. Of a hundred, three are to send, nine wait, and the others were answered, expired or ended. A few wait for a follow-up that is due. */
const OFFERS = `
  insert into offers (reference, client_id, order_id, name, company, email, owner_id, state, valid_until, note, sent_at, answered_at, answered_name, decline_reason,
    follow_up_at, created_at, updated_at)
  select 'B-' || n, case when n % 3 > 0 then (array(select id from users where role = '{ROLE_CLIENT}' order by id limit 500))[1 + n % 500] end,
    case when state = 'accepted' then (array(select id from orders order by id limit 2000))[1 + n % 2000] end,
    'Person ' || n, 'Company ' || n % 4000, 'person' || n || '@bulk.example', (array(select id from users where role <> '{ROLE_CLIENT}' order by id))[1 + n % 3], state,
    case when state <> 'draft' then at + interval '14 days' end, '', case when state <> 'draft' then at end,
    case when state in ('accepted', 'declined') then at + interval '1 day' end, case when state = 'accepted' then 'Person ' || n end,
    case when state = 'declined' then 'price' end, case when state = 'sent' and n % 100 < 12 then case when n % 20 = 3 then at else now() + interval '1 hour' * (n % 50) end end, at, at
  from (
    select n, case when n % 100 < 3 then 'draft' when n % 100 < 50 then 'sent' when n % 100 < 70 then 'accepted' when n % 100 < 92 then 'declined'
      when n % 100 < 96 then 'withdrawn' else 'replaced' end as state,
      now() - case when n % 100 < 12 then interval '13 days' * (n % 97) / 97 else interval '15 days' + interval '1080 days' * (n % 997) / 997 end as at
    from generate_series(1, $1::int) n
  ) story`

/** Two options each: a calculated price with its lines, and a container. */
const OPTIONS = `
  insert into offer_options (offer_id, position, label, mode, inputs, lines, price, manual, days, chosen)
  select o.id, p, case p when 1 then 'Ningbo CFS → LGB8' else '20 ft to Los Angeles' end, p - 1,
    case p when 1 then (select jsonb_build_object('shipmentTradeTerms', 2, 'depotId', min(d.id), 'cartageId', (select min(id) from cartages), 'weight', 620,
      'cbm', 3.5, 'cargoInsurance', false, 'customsBrokerage', false) from depots d) else '{}' end,
    case p when 1 then '[{"code":"origin","label":"Origin depot","formula":"45 + max(25, 12 × 3.5)","amount":87},{"code":"ocean","label":"Ocean freight",
      "formula":"max(68 × max(3.5, 1), 68 × 0.62)","amount":238},{"code":"oncarriage","label":"On-carriage","formula":"85 + max(110, 34 × 3.5)","amount":204}]'::jsonb
      else '[]' end,
    case p when 1 then 529 else 2900 end, p = 2, 32, o.state = 'accepted' and p = 1
  from offers o, generate_series(1, 2) p where o.reference like 'B-%'`

/** Adds so many offers to a database that has none of these yet. */
export async function loadOffers(client: pg.Client, offers: number): Promise<void> {
  const { rows } = await client.query("select from offers where reference like 'B-%' limit 1")
  if (rows.length > 0) return
  await client.query("set quayside.attention = 'off'")
  await client.query(OFFERS, [offers])
  await client.query(OPTIONS)
  await client.query("set quayside.attention = 'on'")
  await client.query('vacuum (analyze) offers, offer_options')
}

/** Links of offers that wait for an answer: the secrets of so many. */
export async function newLinks(client: pg.Client, links: number): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from offers where reference like 'B-%' and state = 'sent' and valid_until > now() + interval '1 hour' order by hashint4(id) limit $1`,
    [links],
  )
  const tokens = rows.map(() => newToken())
  await client.query(
    `insert into offer_links (token_hash, offer_id, expires_at) select hash, id, now() + interval '60 days' from unnest($1::bytea[], $2::int[]) as link (hash, id)`,
    [tokens.map(hashToken), rows.map(({ id }) => id)],
  )
  return tokens
}

/** Drafts that can be sent, each with its address: the ids of so many. */
export async function newDrafts(client: pg.Client, drafts: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from offers where reference like 'B-%' and state = 'draft' order by id limit $1`,
    [drafts],
  )
  return rows.map(({ id }) => id)
}
