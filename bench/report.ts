import type { Figure } from './measure.ts'

export interface Result {
  name: string
  connections: number
  ours: Figure
  limit: Figure
}

/** Aims of the product: half the raw server's rate; 100 ms at p99; memory in MB; the calculator's p50 in ms. */
const AIMS = { ratio: 0.5, p99: 100, idle: 120, loaded: 250, calculator: 10 }

const ratioOf = ({ ours, limit }: Result) => ours.perSecond / limit.perSecond
const late = (result: Result) =>
  result.ours.p99 > AIMS.p99 &&
  (result.connections === 1 || (result.connections === 32 && !result.name.includes('middle')))

function row(result: Result): string {
  const { name, connections, ours, limit } = result
  const ratio = ratioOf(result)
  const short = [ratio < AIMS.ratio ? 'rate' : '', late(result) ? 'p99' : ''].filter(Boolean).join(', ')
  return `| ${name} | ${connections} | ${ours.perSecond} | ${limit.perSecond} | ${ratio.toFixed(2)} | ${ours.p50} | ${ours.p99} | ${limit.p99} | ${short} |`
}

const memory = (label: string, value: number | null, aim: number) =>
  value === null
    ? `${label}: not readable on this system`
    : `${label}: ${value} MB (aim ${aim} MB)${value > aim ? ' — falls short' : ''}`

/** The results as Markdown, with what falls short of the aims said in each line and counted at the end. */
export function report(
  orders: number,
  results: Result[],
  calculator: Figure,
  idle: number | null,
  loaded: number | null,
): string {
  const short = results.filter((result) => ratioOf(result) < AIMS.ratio || late(result)).length
  return [
    `# ${orders} orders`,
    '',
    '| question | connections | ours /s | raw /s | ratio | ours p50 ms | ours p99 ms | raw p99 ms | falls short |',
    '|---|---|---|---|---|---|---|---|---|',
    ...results.map(row),
    '',
    `LCL calculator through the API, one connection: p50 ${calculator.p50} ms (aim ${AIMS.calculator} ms), p99 ${calculator.p99} ms`,
    '',
    memory('Server process idle', idle, AIMS.idle),
    memory('Server process at its most', loaded, AIMS.loaded),
    '',
    `${results.length - short} of ${results.length} measurements reach their aims (half the raw rate; p99 within 100 ms).`,
  ].join('\n')
}
