import type { PoolClient } from 'pg'
import { ADMIN, CSR, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'

/** What clients write; `{code}` is the tracking code. The newest come first for each member of staff. */
const WRITTEN = `(values
  (1, 'new', 3, '{code}: where is it?', 'Good morning,\n\ncould you tell us when {code} arrives? Our warehouse wants to plan the delivery.\n\nBest regards'),
  (2, 'open', 20, 'Papers for {code}', 'Hello,\n\nthe packing list follows tomorrow. Is the invoice enough for now?\n\nThank you'),
  (3, 'answered', 45, 'Re: Booking confirmation {code}', 'Thank you, that works for us. Please confirm the cut-off.'),
  (4, 'closed', 90, '{code} received', 'All cartons have arrived, thank you.')
) as written (n, state, hours, subject, text)`

/** Mails of nobody's orders. */
const UNMATCHED = `(values
  (1, 'Olga Petrenko', 'olga@petrenko-trade.example', 5, 'Rates to Vancouver', 'Hello, do you ship LCL from Ningbo to Vancouver? About 4 CBM a month.', null),
  (2, 'Harbour Times', 'news@harbour-times.example', 30, 'Port news of the week', 'The terminal opens a third gate.', 'list'),
  (3, 'Tom Fisher', 'tom@fisher-imports.example', 28, 'Automatic reply: Your quote', 'I am out of the office until Monday.', 'auto-reply')
) as written (n, name, address, hours, subject, text, automatic)`

const STEPS = [
  // Two newest orders in progress of each member of staff, with what their clients wrote.
  `create temporary table written_mail on commit drop as
  select row_number() over (order by written.hours desc, o.id) as k, o.id as order_id, o.user_id as client_id, o.your_name as name, o.email as address,
    written.state, replace(written.subject, '{code}', o.tracking_code) as subject, replace(written.text, '{code}', o.tracking_code) as text,
    $1::timestamptz - make_interval(hours => written.hours, mins => o.id % 50) as at, null as automatic
  from unnest(array[${ADMIN}, ${MANAGER}, ${SECOND_MANAGER}, ${CSR}]) as person
    cross join lateral (select row_number() over (order by id desc) as place, orders.* from orders
      where in_charge_id = person and status = 0 and deleted_at is null order by id desc limit 4) o
    join ${WRITTEN} on written.n = o.place`,
  `insert into written_mail select 1000 + n, null, null, name, address, case when automatic is null then 'new' else 'ignored' end, subject, text,
    $1::timestamptz - make_interval(hours => hours), automatic from ${UNMATCHED}`,
  `insert into mail_threads (subject, first_at, last_at) select subject, at, at from written_mail order by k`,
  `insert into mail_thread_ids (message_id, thread_id)
  select '<demo-' || row_number() over (order by id) || '@mail.example>', id from mail_threads`,
  `insert into mail_in (message_id, hash, from_name, from_address, one_sender, believed, to_addresses, subject, sent_at, received_at, text, raw_key, size,
    automatic, matched, verified, thread_id, client_id, state, searched, created_at, updated_at)
  select t.message_id, sha256(convert_to(t.message_id, 'UTF8')), w.name, w.address, true, true, '{operations@quayside.example}', w.subject, w.at, w.at, w.text, '',
    2000 + length(w.text), w.automatic, case when w.order_id is not null then 'code' end, w.order_id is not null, t.thread_id, w.client_id, w.state,
    fold(concat_ws(E'\\n', w.subject, w.name, w.address, w.text)) || E'\\n' || bare(w.subject), w.at, w.at
  from (select row_number() over (order by k) as place, * from written_mail) w
    join (select row_number() over (order by thread_id) as place, * from mail_thread_ids) t using (place) order by w.place`,
  `insert into mail_in_orders (mail_id, order_id, how)
  select m.id, w.order_id, 'code' from mail_in m join written_mail w on w.subject = m.subject and w.order_id is not null order by m.id`,
  // Without a password nothing is ever asked of the mailbox, whose address is invented, too.
  `insert into inboxes (name, address, host, port, username, secret, failing_since, reason, seen_at, created_at, updated_at)
  values ('Operations', 'operations@quayside.example', 'imap.quayside.example', 993, 'operations@quayside.example', '',
    $1::timestamptz - interval '3 hours', 'The server refused the login', $1::timestamptz - interval '3 hours',
    $1::timestamptz - interval '90 days', $1::timestamptz - interval '3 hours')`,
  'select refresh_attention_of_no_order()',
  'select refresh_client_mail(null)',
  `update attention set since = due_at where rule in ('client-mail', 'mailbox-failing')`,
]

/** Mail of clients that waits, was answered or is closed, mail of strangers, and a mailbox that cannot be read. */
export async function insertMailIn(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
}
