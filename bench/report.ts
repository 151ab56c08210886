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
  calculator: Figure
  writes: Result[]
  /** Two servers behind a balancer, compared with one. */
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

const table = (title: string, what: string, results: Result[], limit = 'raw', remark?: string) =>
  results.length === 0
    ? []
    : [
        `## ${title}`,
        '',
        `| ${what} | connections | ours /s | ${limit} /s | ratio | ours p50 ms | ours p99 ms | ${limit} p99 ms | falls short |`,
        '|---|---|---|---|---|---|---|---|---|',
        ...results.map((result) => row(result, remark)),
        '',
      ]

const memory = (label: string, value: number | null, aim: number) =>
  value === null
    ? `${label}: not readable on this system`
    : `${label}: ${value} MB (aim ${aim} MB)${value > aim ? ' — falls short' : ''}`

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

/** The results as Markdown; each line names the aims it misses, and the end counts them. */
export function report(all: Report): string {
  const { orders, questions, lists, sailings, calculator, writes, instances } = all
  const judged = [...questions, ...lists, ...sailings]
  const reached = judged.filter((result) => short(result) === '').length
  return [
    `# ${orders} orders`,
    '',
    ...table('Orders', 'question', questions),
    ...table('Other lists', 'list', lists),
    ...table('Sailings', 'call', sailings),
    ...table('Writes', 'write', writes),
    ...table('Two instances behind a balancer', 'question', instances, 'one instance', ''),
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
