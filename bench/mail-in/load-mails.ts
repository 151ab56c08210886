import type pg from 'pg'

/**
 * Mails of two years in threads of five. Of a hundred, two are new, two are worked on, four wait for the client, eight
 * are automatic and ignored, twelve are of nobody's order, and the rest is closed.
 */
const STEPS = [
  `insert into mail_threads (subject, first_at, last_at) select 'Bulk ' || n, now(), now() from generate_series(1, $1::int / 5) n`,
  `insert into mail_in (message_id, hash, from_name, from_address, one_sender, believed, to_addresses, subject, received_at, text, raw_key, size, automatic,
    matched, verified, thread_id, state, searched, created_at, updated_at)
  select '<bulk' || n || '@mail.example>', int4send(n), 'Person ' || n % 9000, 'person' || n % 9000 || '@bulk.example', true, true, '{desk@quayside.example}',
    subject, at, words, '', 4000, case when n % 100 < 8 then 'list' end, case when n % 100 >= 20 then 'reference' end, n % 100 >= 20,
    (select min(id) from mail_threads where subject like 'Bulk %') + n / 5 % ($1::int / 5),
    case when n % 100 < 8 then 'ignored' when n % 100 < 10 or (n % 100 < 20 and n % 1000 < 20) then 'new' when n % 100 between 20 and 21 then 'open'
      when n % 100 between 22 and 25 then 'answered' else 'closed' end,
    fold(concat_ws(E'\\n', subject, 'Person ' || n % 9000, 'person' || n % 9000 || '@bulk.example', words)) || E'\\n' || bare(subject), at, at
  from (
    select n, 'Re: Booking ' || n || ' of container CSQU' || lpad((n % 999999)::text, 6, '0') as subject,
      now() - interval '730 days' * (1 - n::float / $1::int) as at,
      repeat('Please tell us when the cargo of mail ' || n || ' departs, and send the packing list. ', 8) as words
    from generate_series(1, $1::int) n
  ) story`,
  `insert into mail_in_orders (mail_id, order_id, how)
  select m.id, o.ids[1 + m.id % 20000], 'reference' from mail_in m, (select array(select id from orders order by id desc limit 20000) as ids) o
  where m.matched is not null and m.message_id like '<bulk%' and o.ids[1 + m.id % 20000] is not null`,
]

/** Adds so many mails to a database that has none of these yet. */
export async function loadMails(client: pg.Client, mails: number): Promise<void> {
  const { rows } = await client.query("select from mail_in where message_id like '<bulk%' limit 1")
  if (rows.length > 0) return
  await client.query("set quayside.attention = 'off'")
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [mails] : [])
  await client.query("set quayside.attention = 'on'")
  await client.query('select refresh_client_mail(null)')
  for (const table of ['mail_in', 'mail_in_orders', 'mail_threads', 'attention'])
    await client.query(`vacuum analyze ${table}`)
}
