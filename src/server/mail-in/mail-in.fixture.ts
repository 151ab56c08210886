import { createUser } from '#server/test/records.ts'
import type { Reply, TestServer } from '#server/test/server.ts'

/** A mail as its sender writes it; `headers` are lines. */
export interface Written {
  from?: string
  to?: string
  subject?: string
  text?: string
  messageId?: string
  inReplyTo?: string
  references?: string
  headers?: readonly string[]
  files?: readonly { name: string; type: string; data: Buffer | string }[]
}

let serial = 0

/** The raw text of a mail. */
export function rawMail({ text = 'Hello', files = [], ...given }: Written = {}): string {
  const n = ++serial
  const { from = 'Anna Client <anna@example.test>', to = 'desk@quayside.example', subject = `Mail ${n}` } = given
  const { messageId = `<${n}.${Date.now()}@client.example>`, inReplyTo, references, headers = [] } = given
  const top = [
    ...[
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      `Message-ID: ${messageId}`,
    ],
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references ? [`References: ${references}`] : []),
    ...headers,
    'MIME-Version: 1.0',
  ]
  if (files.length === 0) return [...top, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n')
  const parts = files.map(({ name, type, data }) =>
    [
      '--edge',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(data).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
  const body = ['--edge', 'Content-Type: text/plain; charset=utf-8', '', text, ...parts, '--edge--', '']
  return [...top, 'Content-Type: multipart/mixed; boundary=edge', '', ...body].join('\r\n')
}

/** A report that a mail could not be delivered, or not yet. */
export function bounceMail({
  original,
  address,
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 User unknown',
}: {
  original: string
  address: string
  action?: string
  status?: string
  diagnostic?: string
}): string {
  return [
    ...[
      'From: MAILER-DAEMON@mx.example',
      'To: office@quayside.example',
      'Subject: Undelivered Mail Returned to Sender',
    ],
    ...[
      `Message-ID: <b${++serial}.${Date.now()}@mx.example>`,
      'Date: Fri, 20 Nov 2026 11:00:00 +0000',
      'Auto-Submitted: auto-replied',
    ],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=r', ''],
    ...['--r', 'Content-Type: text/plain', '', 'I am sorry to say that it did not arrive.'],
    ...['--r', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
    ...[
      `Final-Recipient: rfc822; ${address}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: ${diagnostic}`,
      '',
    ],
    ...[
      '--r',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${original}`,
      'Subject: What we wrote',
      '',
      '--r--',
      '',
    ],
  ].join('\r\n')
}

/** Mail that comes in over HTTP, as an administrator. */
export async function mailInOn(server: TestServer) {
  const admin = await createUser(server.db, { role: ['ROLE_ADMIN'], username: 'Ada Admin' })
  const token = await server.tokenFor(admin.id)
  const call = (method: string, path: string, body?: unknown, as?: string | null) =>
    server.call(method, path, { body, ...(as === undefined ? {} : { token: as }) })
  /** Brings a raw text. */
  const bring = async (
    raw: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Pick<Reply, 'status' | 'body'>> => {
    const reply = await fetch(`${server.url}/api/mail-in/raw`, {
      method: 'POST',
      headers: { 'user-token': token, 'content-type': 'message/rfc822', ...headers },
      body: new Uint8Array(Buffer.from(raw)),
    })
    return { status: reply.status, body: await reply.json() }
  }
  /** Brings a mail, and returns its record. */
  const take = async (written: Written = {}) => (await bring(rawMail(written))).body.data
  const verb = (id: number, what: string, body?: unknown, as?: string) =>
    call('POST', `mail-in/${id}/${what}`, body, as)
  const read = async (id: number) => (await call('GET', `mail-in/${id}`)).body.data
  const list = async (query = '') => (await call('GET', `mail-in${query}`)).body.data
  const queue = async () => (await call('GET', 'attention?rule=client-mail&per_page=100')).body.data.items
  return { admin, token, call, bring, take, verb, read, list, queue }
}
