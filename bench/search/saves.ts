import type { Pool } from 'pg'
import { login } from '#bench/login.ts'
import { type Figure, measureCalls, medianOf } from '#bench/measure.ts'
import { startServer } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { undisturbed } from '#bench/stolen.ts'

/** Per cent. */
const AIM = 10
const TRIGGERS = ['orders_terms_insert', 'orders_terms_update']

/** Seconds after each change of the triggers: every connection has to plan its statements again. */
const WARM_UP = 0.5

const share = (cost: number) => `${(cost * 100).toFixed(0)} %`

/**
 * How much the terms slow down saves of a field without a term, of a reference, and of a company's name.
 * Saves with and without terms take turns, and so does which of both goes first, so that neither has the
 * better half of a minute. Returns lines of a table.
 */
export async function saves(
  pool: Pool,
  env: Record<string, string>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<string[]> {
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  try {
    const { user_token: token } = await login(server)
    const orders = (await read(`${server.url}/api/request/booking/get_all?per_page=1000`, token, pageOfIds)).items
    let n = 0
    const save = (field: string) => async () => {
      const id = orders[n++ % orders.length]?.id ?? 0
      const reply = await fetch(`${server.url}/api/request/booking/edit/${id}?notify=0`, {
        method: 'PUT',
        headers: { 'user-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ [field]: `Change-${n}-${Date.now()}` }),
      })
      if (!reply.ok) throw new Error(`A save answered ${reply.status}: ${await reply.text()}`)
    }
    const measured = async (field: string, to: 'enable' | 'disable') => {
      await switchTerms(pool, to)
      await measureCalls(1, WARM_UP, save(field))
      return undisturbed(() => measureCalls(1, seconds, save(field)))
    }
    const lines = [
      `| order save, ${rounds} rounds | with terms /s | without /s | p50 ms | without | cost, median | of each round |`,
      '|---|---|---|---|---|---|---|',
    ]
    for (const field of ['additionalInformation', 'shipmentPurchase', 'companyNameShipper']) {
      const pairs: { enable: Figure; disable: Figure }[] = []
      for (let round = 0; round < rounds; round++) {
        const first = round % 2 === 0 ? 'enable' : 'disable'
        const one = await measured(field, first)
        const other = await measured(field, first === 'enable' ? 'disable' : 'enable')
        pairs.push(first === 'enable' ? { enable: one, disable: other } : { enable: other, disable: one })
      }
      const costs = pairs
        .map(({ enable, disable }) => disable.perSecond / enable.perSecond - 1)
        .toSorted((a, b) => a - b)
      const [median = 0] = costs.slice(Math.floor(costs.length / 2))
      const [on, off] = [medianOf(pairs.map(({ enable }) => enable)), medianOf(pairs.map(({ disable }) => disable))]
      lines.push(
        `| ${field} | ${on.perSecond} | ${off.perSecond} | ${on.p50} | ${off.p50} | ${share(median)}${median * 100 > AIM ? ', falls short' : ''} | ${costs.map(share).join(', ')} |`,
      )
    }
    return lines
  } finally {
    await switchTerms(pool, 'enable')
    await server.stop()
  }
}

async function switchTerms(pool: Pool, to: 'enable' | 'disable'): Promise<void> {
  for (const trigger of TRIGGERS) await pool.query(`alter table orders ${to} trigger ${trigger}`)
}
