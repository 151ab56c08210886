/** A mail as a test writes it. */
interface Written {
  from: string
  subject: string
  text: string
  messageId?: string
  /** Message-ID of the mail that it answers. */
  answers?: string
  /** More header lines. */
  headers?: readonly string[]
  files?: readonly { name: string; data: Buffer }[]
}

const DESK = 'desk@quayside.example'
let serial = 0

const newId = () => `<${++serial}.${Date.now()}@client.example>`
const lines = (...parts: readonly (string | readonly string[])[]) => [...parts.flat(), ''].join('\r\n')

/** The raw text of a mail to the desk, with PDF files. */
export function rawMail({ from, subject, text, messageId = newId(), answers, headers = [], files = [] }: Written) {
  const head = [`From: ${from}`, `To: ${DESK}`, `Subject: ${subject}`, `Date: ${new Date().toUTCString()}`]
  const ids = [`Message-ID: ${messageId}`, ...(answers ? [`In-Reply-To: ${answers}`, `References: ${answers}`] : [])]
  const body = ['Content-Type: text/plain; charset=utf-8', '', text]
  const top = [...head, ...ids, ...headers, 'MIME-Version: 1.0']
  if (files.length === 0) return lines(top, body)
  const parts = files.flatMap(({ name, data }) => [
    '--edge',
    `Content-Type: application/pdf; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    data.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ])
  return lines(top, 'Content-Type: multipart/mixed; boundary=edge', '', '--edge', body, parts, '--edge--')
}

/** What a mail server writes back of a mail that nobody at that address gets. */
export const bounceOf = (original: string, address: string): string =>
  lines(
    [`From: MAILER-DAEMON@mx.example`, `To: ${DESK}`, 'Subject: Undelivered Mail Returned to Sender'],
    [
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: ${newId()}`,
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
    ],
    ['Content-Type: multipart/report; report-type=delivery-status; boundary=r', ''],
    ['--r', 'Content-Type: text/plain', '', 'I am sorry to say that it did not arrive.'],
    ['--r', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
    [`Final-Recipient: rfc822; ${address}`, 'Action: failed', 'Status: 5.1.1'],
    ['Diagnostic-Code: smtp; 550 5.1.1 User unknown', ''],
    ['--r', 'Content-Type: text/rfc822-headers', '', `Message-ID: ${original}`, '', '--r--'],
  )
