import { type FilterTexts, filterParameter } from '#contract/lib/filters.ts'

/**
 * Values of each field: frequent ones, rare ones, ranges that begin and end far from the newest orders, and
 * both presences.
 */
const VALUES: Record<string, readonly string[]> = {
  status: ['is:0', 'is:1', 'is:2', 'in:0,1', 'not:0', 'not:2', 'filled'],
  event: ['is:1', 'is:3', 'in:2,5', 'not:3', 'empty', 'filled'],
  inCharge: ['is:me', 'not:me', 'empty', 'filled'],
  attention: ['is:quiet', 'is:document', 'in:quiet,unconfirmed', 'not:quiet', 'empty', 'filled'],
  origin: ['has:ningbo', 'has:n', 'has:nowhere', 'starts:sh', 'empty', 'filled'],
  destination: ['is:3', 'in:1,2,3', 'not:3', 'empty', 'filled'],
  company: [
    'has:okafor',
    'has:okafor pet',
    'has:kitchen',
    'has:nobody',
    'has:k',
    'has:ab',
    'has:zq',
    'starts:oka',
    'starts:o',
    'is:nobody',
    'empty',
    'filled',
  ],
  client: ['has:okafor', 'has:kitchen', 'has:nobody', 'has:k', 'has:zq', 'starts:zo', 'empty', 'filled'],
  sailing: ['is:77', 'in:77,78,79', 'not:77', 'empty', 'filled'],
  eta: ['next:7d', 'last:30d', 'before:-700', 'before:-100', 'after:-30', 'between:-500,-400', 'empty', 'filled'],
  cutOff: ['next:2d', 'last:30d', 'before:-700', 'before:-100', 'after:-30', 'between:-500,-400', 'empty', 'filled'],
  created: ['last:7d', 'before:-700', 'before:-100', 'after:-30', 'between:-500,-400', 'between:-500,-499', 'empty'],
  lastUpdate: ['last:1d', 'before:-700', 'before:-100', 'after:-30', 'between:-500,-400', 'empty', 'filled'],
  milestone: ['is:delivered', 'in:booked,loaded', 'not:delivered', 'empty', 'filled'],
  mode: ['is:0', 'is:1', 'not:1', 'empty'],
  tradeTerms: ['is:0', 'is:3', 'not:3', 'empty'],
  volume: ['is:2.5', 'between:1,1.01', 'more:8', 'more:15.9', 'less:0.4', 'empty', 'filled'],
}
/** Values of each field that are combined with each other. */
const COMBINED: Record<string, readonly string[]> = {
  status: ['is:0', 'is:1', 'is:2'],
  event: ['is:3'],
  inCharge: ['is:me', 'empty'],
  attention: ['is:quiet', 'empty', 'filled'],
  origin: ['has:ningbo'],
  destination: ['is:3'],
  company: ['has:okafor', 'has:k'],
  client: ['has:okafor'],
  sailing: ['is:77', 'empty', 'filled'],
  eta: ['next:7d', 'before:-100', 'filled'],
  cutOff: ['last:30d', 'empty'],
  created: ['last:7d', 'before:-100', 'before:-700'],
  lastUpdate: ['last:1d', 'before:-100'],
  milestone: ['is:delivered'],
  mode: ['is:1'],
  tradeTerms: ['is:0'],
  volume: ['more:15.9', 'more:8'],
}

const day = (daysAway: string) => new Date(Date.now() + Number(daysAway) * 86_400_000).toISOString().slice(0, 10)
/** 'before:-100' is a hundred days ago. */
const dated = (text: string) => text.replaceAll(/-\d+/g, day)

const each = (values: Record<string, readonly string[]>): [field: string, text: string][] =>
  Object.entries(values).flatMap(([field, texts]) => texts.map((text): [string, string] => [field, text]))

/** Every filter alone, and every pair of filters on different fields. */
export function everyFilter(): FilterTexts[] {
  const chosen = each(COMBINED)
  const two = chosen.flatMap(([field, text], index) =>
    chosen.slice(index + 1).flatMap(([other, more]) => (other === field ? [] : [{ [field]: text, [other]: more }])),
  )
  return [...each(VALUES).map(([field, text]) => ({ [field]: text })), ...two]
}

export const named = (filters: FilterTexts) =>
  Object.entries(filters)
    .map((filter) => filter.join('='))
    .join('&')

/** The first page of the orders list with these filters, below /api/. */
export function pathOf(filters: FilterTexts): string {
  const query = new URLSearchParams()
  for (const [field, text] of Object.entries(filters)) query.set(filterParameter(field), dated(text))
  return `request/booking/get_all?${query}`
}
