import type { RunningServer } from '#e2e/lib/server.ts'

/** A mail as a test writes it. */
interface Written {
  from: string
  subject: string
  text: string
  /** HTML beside the text. */
  html?: string
  /** Message-ID of the mail that it answers. */
  answers?: string
  files?: readonly { name: string; data: Buffer }[]
}

let serial = 0

const part = (type: string, text: string) => [`Content-Type: ${type}; charset=utf-8`, '', text]

function bodyOf({ text, html }: Written): string[] {
  if (html === undefined) return part('text/plain', text)
  const edges = ['--alt', ...part('text/plain', text), '--alt', ...part('text/html', html), '--alt--']
  return ['Content-Type: multipart/alternative; boundary=alt', '', ...edges]
}

function rawMail(written: Written): string {
  const { from, subject, answers, files = [] } = written
  const head = [
    `From: ${from}`,
    'To: desk@quayside.example',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
  ]
  const ids = [
    `Message-ID: <${++serial}.${Date.now()}@client.example>`,
    ...(answers ? [`In-Reply-To: ${answers}`] : []),
  ]
  const parts = files.map(({ name, data }) =>
    [
      '--edge',
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      data.toString('base64'),
    ].join('\r\n'),
  )
  const mixed = ['Content-Type: multipart/mixed; boundary=edge', '', '--edge', ...bodyOf(written), ...parts, '--edge--']
  return [...head, ...ids, 'MIME-Version: 1.0', ...(files.length > 0 ? mixed : bodyOf(written)), ''].join('\r\n')
}

/** Brings a mail as a gateway does; returns its id. */
export async function bringMail(server: RunningServer, url: string, written: Written): Promise<number> {
  const { token } = await server.tokenOf('admin')
  const reply = await fetch(`${url}/api/mail-in/raw`, {
    method: 'POST',
    headers: { 'user-token': token, 'content-type': 'message/rfc822' },
    body: rawMail(written),
  })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: { id: number } }
  if (code !== 200) throw new Error(message)
  return data.id
}
