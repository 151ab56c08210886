import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { diskStore } from '#server/files/files.ts'
import { portOf } from '#server/http/port-of.ts'
import { explainFailure, MailRefused } from './mail-failure.ts'
import { parseFrom } from './mail-from.ts'
import { createMailTransport } from './mail-transport.ts'

const failure = (fields: Record<string, unknown>, message = 'x') => Object.assign(new Error(message), fields)

test.each([
  [
    { responseCode: 550, response: '550 5.1.1 No such user', command: 'RCPT TO', code: 'EENVELOPE' },
    true,
    'Rejected by the mail server: 550 5.1.1 No such user',
  ],
  [
    { responseCode: 554, response: '554 Spam', command: 'DATA', code: 'EMESSAGE' },
    true,
    'Rejected by the mail server: 554 Spam',
  ],
  [
    { responseCode: 553, response: '553 Not your address', command: 'MAIL FROM', code: 'EENVELOPE' },
    true,
    'Rejected by the mail server: 553 Not your address',
  ],
  [
    { responseCode: 451, response: '451 Later', command: 'RCPT TO', code: 'EENVELOPE' },
    false,
    'Deferred by the mail server: 451 Later',
  ],
  [
    { responseCode: 452, response: '452 Full', command: 'DATA', code: 'EMESSAGE' },
    false,
    'Deferred by the mail server: 452 Full',
  ],
  [
    { responseCode: 503, response: '503 Bad sequence', command: 'DATA', code: 'EMESSAGE' },
    false,
    'Deferred by the mail server: 503 Bad sequence',
  ],
  [
    { responseCode: 535, response: '535 Bad login', command: 'AUTH PLAIN', code: 'EAUTH' },
    false,
    'The mail server refused the login: 535 Bad login',
  ],
  [
    { responseCode: 554, response: '554 No service', command: 'CONN', code: 'EPROTOCOL' },
    false,
    'The mail server sent an unexpected reply: 554 No service',
  ],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, false, 'The mail server did not answer in time'],
  [
    { code: 'ESOCKET', cause: failure({ code: 'ECONNREFUSED' }) },
    false,
    'The mail server cannot be reached: connection refused',
  ],
  [{ code: 'EDNS' }, false, 'The mail server cannot be found'],
  [{ code: 'ETLS' }, false, 'The secure connection to the mail server failed'],
  [{ code: 'EENVELOPE', command: 'API' }, true, 'Invalid address: x'],
  [{ code: '57P01' }, false, 'Sending failed'],
])('%j is permanent: %s', (fields, permanent, reason) => {
  expect(explainFailure(failure(fields))).toEqual({ permanent, reason })
})

test('our own refusals are permanent, and reasons are one short line', () => {
  expect(explainFailure(new MailRefused('a\r\nb\u0000c'))).toEqual({ permanent: true, reason: 'a b c' })
  expect(
    explainFailure(failure({ responseCode: 550, response: `550 ${'x'.repeat(2_000)}`, command: 'DATA' })).reason,
  ).toHaveLength(400)
  expect(explainFailure('odd')).toEqual({ permanent: false, reason: 'Sending failed' })
})

test.each([
  ['Quayside <no-reply@quayside.example>', 'Quayside', 'no-reply@quayside.example'],
  ['"Quay, Side" <a@b.example>', 'Quay, Side', 'a@b.example'],
  ['a@b.example', '', 'a@b.example'],
])('MAIL_FROM %s is parsed', (text, name, address) => expect(parseFrom(text)).toEqual({ name, address }))

let server: Server | undefined
afterEach(() => server?.close())

/** Sends a mail to a server that replies with `talk`. Returns the failure. */
async function attempt(talk: (write: (line: string) => void, close: () => void) => void, scheme = 'smtp') {
  const listening = createServer((socket) => {
    socket.on('error', () => {})
    talk(
      (line) => socket.write(line),
      () => socket.destroy(),
    )
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const port = portOf(listening)
  const transport = createMailTransport(
    { smtpUrl: `${scheme}://127.0.0.1:${port}`, from: 'a@b.example' },
    diskStore('.'),
    300,
  )
  const to = { name: '', address: 'c@d.example' }
  const mail = {
    messageId: '1',
    to,
    recipient: to.address,
    subject: 's',
    html: 'h',
    text: 't',
    date: new Date(),
    attachments: [],
  }
  return transport.send(mail).then(() => null, explainFailure)
}

test('a server that hangs up or sends a bad greeting is tried again', async () => {
  expect(await attempt((_, close) => close())).toMatchObject({ permanent: false })
  expect(await attempt((write) => write('HTTP/1.1 400 Bad Request\r\n\r\n'))).toMatchObject({ permanent: false })
  expect(await attempt((write) => write('554 No service here\r\n'))).toMatchObject({ permanent: false })
})

test('a server that never greets times out and is tried again', async () => {
  expect(await attempt(() => {})).toEqual({ permanent: false, reason: 'The mail server did not answer in time' })
})

test('a server whose TLS is broken is tried again', async () => {
  const broken = await attempt((write) => write('220 no TLS here\r\n'), 'smtps')
  expect(broken).toMatchObject({
    permanent: false,
    reason: expect.stringMatching(/connection to the mail server failed/),
  })
})
