import type { LiveReport } from './live/measure-live.ts'
import type { Figure } from './measure.ts'
import type { Size } from './sizes.ts'

export interface Result {
  name: string
  connections: number
  ours: Figure
  limit: Figure
}

export interface Report {
  orders: number
  questions: Result[]
  lists: Result[]
  sailings: Result[]
  filters: Result[]
  calculator: Figure
  writes: Result[]
  /** The cost of following changes; null if it was not measured. */
  live: LiveReport | null
  /** Two servers behind a balancer, compared with a single one. */
  instances: Result[]
  /** Resident memory of the server in MB, where readable. */
  idle: number | null
  peak: number | null
  /** The share of processor time that the host of a virtual machine took. */
  stolen: number
  sizes: Size[]
}

/** Aims: half the raw server's rate; 100 ms at p99; memory in MB; the calculator's p50 in ms. */
const AIMS = { ratio: 0.5, p99: 100, idle: 120, loaded: 250, calculator: 10 }

const ratioOf = ({ ours, limit }: Result) => ours.perSecond / limit.perSecond
const late = (result: Result) =>
  result.ours.p99 > AIMS.p99 &&
  (result.connections === 1 || (result.connections === 32 && !result.name.includes('middle')))
const short = (result: Result) =>
  [ratioOf(result) < AIMS.ratio ? 'rate' : '', late(result) ? 'p99' : ''].filter(Boolean).join(', ')

function row(result: Result, remark = short(result)): string {
  const { name, connections, ours, limit } = result
  const ratio = limit.perSecond > 0 ? ratioOf(result).toFixed(2) : '—'
  return `| ${name} | ${connections} | ${ours.perSecond} | ${limit.perSecond} | ${ratio} | ${ours.p50} | ${ours.p99} | ${limit.p99} | ${remark} |`
}

const table = (
  title: string,
  what: string,
  results: Result[],
  limit = 'raw',
  rowOf: (result: Result) => string = row,
) =>
  results.length === 0
    ? []
    : [
        `## ${title}`,
        '',
        `| ${what} | connections | ours /s | ${limit} /s | ratio | ours p50 ms | ours p99 ms | ${limit} p99 ms | falls short |`,
        '|---|---|---|---|---|---|---|---|---|',
        ...results.map((result) => rowOf(result)),
        '',
      ]

const memory = (label: string, value: number | null, aim: number) =>
  value === null
    ? `${label}: not readable on this system`
    : `${label}: ${value} MB (aim ${aim} MB)${value > aim ? ' — falls short' : ''}`

/** Milliseconds at p99 for one filter and for several, with one caller. */
const FILTER_AIMS = { one: 100, several: 250 }

function filterRow(result: Result): string {
  const aim = /&|of one client/.test(result.name) ? FILTER_AIMS.several : FILTER_AIMS.one
  const slow = result.connections === 1 && result.ours.p99 > aim
  return row(result, [ratioOf(result) < AIMS.ratio ? 'rate' : '', slow ? 'p99' : ''].filter(Boolean).join(', '))
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)

function sizes({ sizes, orders }: Report): string[] {
  const total = sizes.reduce((sum, { table_bytes, index_bytes }) => sum + table_bytes + index_bytes, 0)
  return [
    '## On disk',
    '',
    '| table | rows | MB | indexes only |',
    '|---|---|---|---|',
    ...sizes.map(
      (size) =>
        `| ${size.table} | ${size.rows} | ${megabytes(size.table_bytes + size.index_bytes)} | ${megabytes(size.index_bytes)} |`,
    ),
    '',
    `${(total / orders / 1024).toFixed(1)} KB per order, each with one event, one mail and one audit entry.`,
    '',
  ]
}

/** Milliseconds within which a change must reach a listener, and the share by which p99 may grow. */
const LIVE_AIMS = { delay: 2_000, slower: 0.1 }

function liveLines(live: LiveReport | null): string[] {
  if (!live) return []
  const { saves, delay, listeners, resyncs } = live
  const slower = (result: Result) => (result.ours.p99 > result.limit.p99 * (1 + LIVE_AIMS.slower) ? 'p99' : '')
  return [
    '## Live changes',
    '',
    '| write | callers | with /s | without /s | ratio | with p50 ms | with p99 ms | without p99 ms | falls short |',
    '|---|---|---|---|---|---|---|---|---|',
    ...saves.map((result) => row(result, slower(result))),
    '',
    `${delay.changes} changes told to ${listeners} listeners, ${resyncs} times as 'read again'. From sending a save to its event: p50 ${delay.p50} ms, p99 ${delay.p99} ms, at most ${delay.most} ms (aim ${LIVE_AIMS.delay} ms)${delay.most > LIVE_AIMS.delay ? ' — falls short' : ''}`,
    '',
  ]
}

/** The results as Markdown; each line names the aims it misses, and the end counts them. */
export function report(all: Report): string {
  const { orders, questions, filters, lists, sailings, calculator, writes, instances } = all
  const judged = [...questions, ...filters, ...lists, ...sailings]
  const reached = judged.filter((result) => short(result) === '').length
  return [
    `# ${orders} orders`,
    '',
    ...table('Orders', 'question', questions),
    ...table('Other lists', 'list', lists),
    ...table('Filters of the orders list', 'call', filters, 'raw', filterRow),
    ...table('Sailings', 'call', sailings),
    ...table('Writes', 'write', writes),
    ...liveLines(all.live),
    ...table('Two instances behind a balancer', 'question', instances, 'one instance', (result) => row(result, '')),
    ...sizes(all),
    `LCL calculator through the API, one connection: p50 ${calculator.p50} ms (aim ${AIMS.calculator} ms), p99 ${calculator.p99} ms`,
    '',
    memory('Server process idle', all.idle, AIMS.idle),
    memory('Server process at its peak', all.peak, AIMS.loaded),
    '',
    `The host took ${(all.stolen * 100).toFixed(0)} % of the processor time; measurements it took more than 5 % from were repeated.`,
    '',
    `${reached} of ${judged.length} measurements of lists reach their aims (half the raw rate; p99 within 100 ms).`,
  ].join('\n')
}
