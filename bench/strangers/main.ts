import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { login } from '#bench/login.ts'
import { measureMany, print } from '#bench/many-orders/measure-many.ts'
import { type Figure, measure } from '#bench/measure.ts'
import { memoryOf, type Running } from '#bench/processes.ts'
import { ATTACKS } from './attacks.ts'

// `npm run bench -- strangers --orders 20000` lets four strangers attack every public call at once, while
// staff read their lists; beside the same senders where the headers alone get them refused. `--only openapi`
// sends only the attacks with this in their name.
const LISTS = [
  'request/booking/get_all?page=1&per_page=10',
  'admin/user?order[id]=desc&page=1&per_page=10',
  'port',
  'admin/mail?page=1&per_page=10',
]
const READERS = 4
/** How many times as long a list may take as while the same senders are refused. */
const AIM = 5
/** Megabytes of the server's process. */
const MOST_MEMORY = 250
const ROUNDS = 3

type How = 'attack' | 'refused'

async function strangers(server: Running, how: How, only: string): Promise<ChildProcess> {
  const args = ['--import', 'tsx', 'bench/strangers/strangers.ts', new URL(server.url).port, how, only]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

/** Milliseconds that a login takes; throws if it is refused. */
async function signIn(server: Running): Promise<number> {
  const began = performance.now()
  await login(server)
  return performance.now() - began
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const mb = (server: Running) => memoryOf(server.pid)?.now ?? 0

await measureMany(async ({ seconds, only, start }) => {
  const server = await start()
  const { user_token: token } = await login(server)
  const urls = LISTS.map((path) => `${server.url}/api/${path}`)
  const read = (): Promise<Figure> => measure(urls, READERS, seconds, { 'user-token': token })
  await read()
  const idle = mb(server)
  // The description of the API is made on the first request, in the thread that answers everybody, and kept
  // from then on.
  const began = performance.now()
  await (await fetch(`${server.url}/api/openapi.json`)).arrayBuffer()
  print(`the document of the API is made once, in ${Math.round(performance.now() - began)} ms`)
  const figures: Record<How, number[]> = { attack: [], refused: [] }
  const logins: number[] = []
  const { p50: calm } = await read()
  for (let round = 0; round < ROUNDS; round++)
    for (const how of ['refused', 'attack'] as const) {
      const child = await strangers(server, how, only)
      const { p50, p99, perSecond } = await read()
      if (how === 'attack') logins.push(await signIn(server))
      child.kill()
      await once(child, 'exit')
      // If no list was answered at all, each would have taken longer than we waited.
      figures[how].push(perSecond === 0 ? seconds * 1000 : p50)
      print(`${how}: lists ${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms; memory ${mb(server)} MB`)
    }
  const [attacked, turnedAway] = [median(figures.attack), median(figures.refused)]
  const ratio = attacked / Math.max(1, turnedAway)
  const aim = `aim ${AIM}${ratio > AIM ? ', falls short' : ''}`
  print(
    `lists, p50: calm ${calm} ms, refused by the headers ${turnedAway} ms, attacked ${attacked} ms: ${ratio.toFixed(1)} times (${aim})`,
  )
  print(`a right login under attack: ${logins.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
  const peak = memoryOf(server.pid)?.peak ?? 0
  const short = peak > MOST_MEMORY ? ', falls short' : ''
  print(`memory: ${idle} MB before, ${mb(server)} MB after, ${peak} MB at most (aim ${MOST_MEMORY}${short})`)
  print(`${ATTACKS.length} things were sent, each from 4 addresses`)
})
