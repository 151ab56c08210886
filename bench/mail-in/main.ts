import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { login } from '#bench/login.ts'
import { judge, measureMany, print, timed } from '#bench/many-orders/measure-many.ts'
import { type Figure, measure, measureCalls } from '#bench/measure.ts'
import { startServer } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { statementReader } from '#bench/statements.ts'
import { undisturbed } from '#bench/stolen.ts'
import { loadMails } from './load-mails.ts'

// `npm run bench -- mail-in --orders 20000` measures the list of 200,000 mails beside its statements on the raw server, how fast mails are
// taken in, and lists and saves while a thousand a minute come in.
const MAILS = 200_000
const CALLERS = 8
const WARM_UP = 4
/** Mails a minute that nobody must notice. */
const A_MINUTE = 1_000
/** Milliseconds at p99. */
const AIM = 60

const PATHS: Record<string, string> = {
  'the newest': 'mail-in?',
  'a page in the middle': `mail-in?page=${MAILS / 20}`,
  'the last page': 'mail-in?page=9000',
  mine: 'mail-in?owner=me',
  new: 'mail-in?state=new',
  unmatched: 'mail-in?matched=none',
  'waiting for the client': 'mail-in?state=answered',
  'a number': 'mail-in?search=CSQU004711',
  'an address': 'mail-in?search=person77@bulk.example',
  'a common word': 'mail-in?search=packing',
  'nothing like it': 'mail-in?search=zzzzzz',
}

let serial = 0
/** A mail of a client with a paper, as phones write them. */
function rawMail(subject: string): string {
  const n = ++serial
  const paper = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(60_000, String(n))]).toString('base64')
  return [
    ...[
      `From: Person ${n} <person${n}@bulk.example>`,
      'To: desk@quayside.example',
      `Subject: ${subject}`,
      `Date: ${new Date().toUTCString()}`,
    ],
    ...[
      `Message-ID: <${Date.now()}.${n}@phone.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=m',
      '',
    ],
    ...[
      '--m',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p>Hello, <b>here</b> is the packing list of ${subject}.</p>`.repeat(10),
    ],
    ...[
      '--m',
      `Content-Type: application/pdf; name=list${n}.pdf`,
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
    ],
    ...[paper.replaceAll(/.{76}/g, '$&\r\n'), '--m--', ''],
  ].join('\r\n')
}

const figures = ({ perSecond, p50, p99 }: Figure) => `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms`

await measureMany(async ({ url, client, seconds, only, start }) => {
  await loadMails(client, MAILS)
  const server = await start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_HOLD_SECONDS: '120' })
  const { user_token: token } = await login(server)
  const headers = { 'user-token': token }
  const codes = (await client.query('select tracking_code as code from orders order by id desc limit 2000')).rows
  const bring = async (): Promise<void> => {
    const body = rawMail(`${codes[serial % codes.length]?.code}`)
    const reply = await fetch(`${server.url}/api/mail-in/raw`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'message/rfc822' },
      body,
    })
    if (!reply.ok) throw new Error(`A mail was answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }

  const reader = await statementReader(url, tmpdir(), token)
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], { DATABASE_URL: url, DATA_DIR: tmpdir() })
  try {
    for (const [name, path] of Object.entries(PATHS).filter(([each]) => each.includes(only))) {
      const statements = await reader.statementsOf(`/api/${path}`)
      const n = await (await fetch(`${raw.url}/remember`, { method: 'POST', body: JSON.stringify(statements) })).text()
      const rawUrl = `${raw.url}/replay?n=${n}`
      const ask = (callers: number, length: number) => measure(`${server.url}/api/${path}`, callers, length, headers)
      await measure(rawUrl, CALLERS, 1)
      await ask(CALLERS, WARM_UP)
      const limit = await undisturbed(() => measure(rawUrl, CALLERS, seconds))
      const [ours, alone] = [await undisturbed(() => ask(CALLERS, seconds)), await undisturbed(() => ask(1, seconds))]
      print(
        `${name}: alone p99 ${judge(alone.p99, AIM)}; ${CALLERS} callers ${figures(ours)}; raw ${figures(limit)}, ratio ${(ours.perSecond / limit.perSecond).toFixed(2)}`,
      )
    }
  } finally {
    await Promise.all([reader.close(), raw.stop()])
  }

  if ('taking'.includes(only)) {
    await measureCalls(2, WARM_UP, bring)
    for (const callers of [1, 4]) {
      const { perSecond, p50, p99 } = await undisturbed(() => measureCalls(callers, seconds, bring))
      print(
        `taking in, ${callers} at once: ${perSecond}/s, ${perSecond * 60} a minute (aim ${A_MINUTE}); p50 ${p50} ms, p99 ${p99} ms`,
      )
    }
  }

  if ('meanwhile'.includes(only)) {
    const idsOf = async (path: string) => (await read(`${server.url}/api/${path}`, token, pageOfIds)).items
    const orders = await idsOf('request/booking/get_all?per_page=1000')
    const [event] = await idsOf('request/event')
    const [template] = await idsOf('template/email?system=false')
    let turn = 0
    const setEvent = async () => {
      const body = JSON.stringify({
        ...{
          bookingRequestId: orders[turn++ % orders.length]?.id,
          eventId: event?.id,
          date: String(Math.floor(Date.now() / 1000)),
        },
        ...{ comment: '', emailTemplateId: template?.id, documents: [] },
      })
      const reply = await fetch(`${server.url}/api/request/event/data/add`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`An event was answered ${reply.status}`)
    }
    const list = async () => {
      const reply = await fetch(`${server.url}/api/request/booking/get_all`, { headers })
      await reply.arrayBuffer()
    }
    for (const [name, call] of Object.entries({ 'the list of orders': list, 'setting an event': setEvent })) {
      await measureCalls(1, WARM_UP, call)
      const times: Record<string, number[]> = { without: [], with: [] }
      for (let round = 0; round < 6; round++) {
        const isComing = round % 2 === 1
        let stopped = false
        const coming = (async () => {
          while (isComing && !stopped) {
            const { ms } = await timed(bring)
            await wait(Math.max(0, 60_000 / A_MINUTE - ms))
          }
        })()
        const figure = await measureCalls(1, seconds, call)
        stopped = true
        await coming
        times[isComing ? 'with' : 'without']?.push(figure.p50)
        print(`${name}, ${isComing ? 'while mails come' : 'without mails'}: ${figures(figure)}`)
      }
    }
  }
})
