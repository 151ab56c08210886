import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { writePdf } from '#demo/lib/pdf.ts'
import { createRandom } from '#demo/lib/random.ts'
import { ADMIN, CSR, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'
import type { FileStore } from '#server/files/files.ts'

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
  // Answered mails have their answers, which left a little later.
  `with replies as (
    insert into mails (kind, order_id, user_id, subject, html, text, in_reply_to, refs, thread_id, answers_id, created_by, created_at, send_at)
    select 'reply', m.order_id, m.client_id, 'Re: ' || m.subject, '<p>Thank you. The cut-off is on your confirmation.</p>',
      'Thank you. The cut-off is on your confirmation.', m.message_id, array[m.message_id], m.thread_id, m.id, coalesce(m.in_charge_id, ${ADMIN}),
      m.received_at + interval '1 hour', m.received_at + interval '1 hour'
    from mail_in m where m.state = 'answered' returning id, answers_id, created_at)
  insert into mail_deliveries (mail_id, role, address, state, sent_at, updated_at)
  select r.id, 'to', m.from_address, 'sent', r.created_at, r.created_at from replies r join mail_in m on m.id = r.answers_id`,
  // A late report about a mail that seemed to have arrived.
  `create temporary table came_back on commit drop as
  select d.id, d.mail_id, d.address, m.order_id, m.subject, m.message_id, $1::timestamptz - interval '6 hours' as at
  from mail_deliveries d join mails m on m.id = d.mail_id join orders o on o.id = m.order_id and o.status = 0 and o.deleted_at is null
  where d.state = 'sent' and d.role = 'to' and m.kind = 'event' and o.in_charge_id = ${ADMIN} order by d.id desc limit 1`,
  `with thread as (insert into mail_threads (subject, first_at, last_at) select 'Undelivered Mail Returned to Sender', at, at from came_back returning id),
  ids as (insert into mail_thread_ids (message_id, thread_id) select '<demo-bounce@mx.example>', id from thread),
  report as (
    insert into mail_in (message_id, hash, from_name, from_address, one_sender, to_addresses, subject, sent_at, received_at, text, raw_key, size, automatic,
      matched, verified, thread_id, state, searched, created_at, updated_at)
    select '<demo-bounce@mx.example>', '', 'Mail Delivery System', 'mailer-daemon@mx.example', true, '{operations@quayside.example}',
      'Undelivered Mail Returned to Sender', c.at, c.at, 'The mail system could not deliver your message to ' || c.address || '.', '', 3000, 'bounce',
      'reference', true, thread.id, 'ignored', fold('Undelivered Mail Returned to Sender'), c.at, c.at
    from came_back c, thread returning id),
  linked as (insert into mail_in_orders (mail_id, order_id, how) select report.id, c.order_id, 'reference' from report, came_back c)
  update mail_deliveries d set state = 'bounced', reason = '550 5.1.1 User unknown', bounce_code = '5.1.1', bounce_text = '550 5.1.1 User unknown',
    bounced_at = c.at, bounce_soft = false, bounce_mail_id = report.id, updated_at = c.at
  from came_back c, report where d.id = c.id`,
  'select refresh_attention(array(select order_id from came_back))',
  'select refresh_attention_of_no_order()',
  'select refresh_client_mail(null)',
  'update attention set since = due_at where resolved_at is null and due_at < since',
]

interface Stored {
  id: number
  code: string | null
  from: string
  subject: string
  text: string
  messageId: string
  at: Date
  hasPapers: boolean
}

const newKey = (folder: string, id: string) => `${folder}/${id.slice(0, 2)}/${id}`

/** The raw text of a mail, as a phone writes it. */
function rawOf(mail: Stored, papers: readonly { name: string; data: Buffer }[]): Buffer {
  const head = [
    ...[
      `From: ${mail.from}`,
      'To: operations@quayside.example',
      `Subject: ${mail.subject}`,
      `Date: ${mail.at.toUTCString()}`,
    ],
    ...[`Message-ID: ${mail.messageId}`, 'MIME-Version: 1.0'],
  ]
  const text = ['Content-Type: text/plain; charset=utf-8', '', mail.text]
  const parts = papers.map(({ name, data }) => [
    ...[`Content-Type: application/pdf; name="${name}"`, `Content-Disposition: attachment; filename="${name}"`],
    ...['Content-Transfer-Encoding: base64', '', data.toString('base64').replaceAll(/.{76}/g, '$&\r\n')],
  ])
  const body = [text, ...parts].flatMap((part) => ['--demo', ...part])
  const lines =
    papers.length === 0
      ? [...head, ...text]
      : [...head, 'Content-Type: multipart/mixed; boundary=demo', '', ...body, '--demo--']
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

/** Stores the raw texts, and the papers that wait to be filed. */
async function storeFiles(client: PoolClient, files: FileStore): Promise<void> {
  const random = createRandom('mail-in')
  const { rows } = await client.query<Stored>(`
    select m.id, o.tracking_code as code, m.from_name || ' <' || m.from_address || '>' as from, m.subject, m.text, m.message_id as "messageId",
      m.received_at as at, m.subject like 'Papers for %' as "hasPapers"
    from mail_in m left join orders o on o.id = m.order_id order by m.id`)
  for (const mail of rows) {
    const papers = (mail.hasPapers ? ['Packing list', 'Commercial invoice'] : []).map((paper) => ({
      name: `${paper} ${mail.code}.pdf`,
      data: writePdf(paper, [`Shipment ${mail.code}`, '24 cartons, 620 kg, 3.5 CBM']),
      key: newKey('documents', random.uuid()),
    }))
    const [raw, rawKey] = [rawOf({ ...mail, at: new Date(mail.at) }, papers), newKey('mails', random.uuid())]
    await files.write(rawKey, raw)
    await client.query('update mail_in set raw_key = $2, size = $3 where id = $1', [mail.id, rawKey, raw.length])
    for (const [position, { name, data, key }] of papers.entries()) {
      await files.write(key, data)
      await client.query(
        `insert into mail_in_files (mail_id, position, name, content_type, size, sha256, storage_key) values ($1, $2, $3, 'application/pdf', $4, $5, $6)`,
        [mail.id, position, name, data.length, createHash('sha256').update(data).digest(), key],
      )
    }
  }
}

/** Mail of clients that waits with its papers, was answered or is closed, mail of strangers, a report, and a mailbox that cannot be read. */
export async function insertMailIn(client: PoolClient, files: FileStore, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
  await storeFiles(client, files)
}
