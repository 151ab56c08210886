import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import {
  BEHIND_FILTERS,
  BEHIND_STATES,
  type BehindFilter,
  type BehindName,
  NOBODY,
  reportItem,
} from '#contract/reports/behind.ts'
import { BAD_DAY, judgePeriod, type Period } from '#contract/reports/period.ts'
import { AGES, REPORT_SCHEMAS, REPORTS, type ReportName } from '#contract/reports/reports.ts'
import { REPORT_TABLES } from '#contract/reports/tables.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { formatOf, SHEET_REPLY, sheetFormat } from '#server/resource/exports/format.ts'
import { sendTable } from '#server/resource/exports/send-export.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { shareReads } from '#server/resource/share-reads.ts'
import { answerReport } from './answer-report.ts'
import { listBehind } from './behind.ts'
import type { Question } from './kept-rows.ts'
import { questionOf } from './read-days.ts'
import { sheetOf, tablesOf } from './report-sheet.ts'

const tags = ['Reports']
const day = z.iso.date({ error: BAD_DAY })
const period = {
  from: day.describe('The first day of the period, yyyy-MM-dd, by the clock of TIME_ZONE.'),
  to: day.describe('Its last day. A period has at most 5 years.'),
  compare: z
    .literal(['previous'], { error: 'compare is previous' })
    .optional()
    .describe(
      'previous: with the figures of the period before: the same days of the month, quarter or year before; from within a month, as many days.',
    ),
}

/** The question of a call. Throws 400 at the field for a period that is none. */
function questionIn({ from, to, compare }: Period & { compare?: string | undefined }): Question {
  const problems = judgePeriod({ from, to })
  if (problems) throw invalid(problems)
  return questionOf({ from, to }, compare !== undefined)
}

/** A report, and each of its tables as a file. */
function reportRoutesOf<Name extends ReportName>(app: App, name: Name): void {
  const path = `/report/${name}`
  const answer = shareReads((from, question: Question) => answerReport(from, name, question))
  app.get(
    path,
    { schema: { tags, querystring: z.object(period), response: { 200: envelope(REPORT_SCHEMAS[name]) } } },
    async (request) => {
      const question = questionIn(request.query)
      return ok(await request.read((from) => answer(from, question)))
    },
  )
  const tables = tablesOf(name)
  const table = z
    .literal(tables, { error: `table is one of ${tables.join(', ')}` })
    .describe('Which table: one of the lists of the report.')
  app.get(
    `${path}/export`,
    { config: SHEET_REPLY, schema: { tags, querystring: z.object({ ...period, table, format: sheetFormat }) } },
    async (request, reply) => {
      const question = questionIn(request.query)
      const format = formatOf(request.query)
      const report = await request.read((from) => answer(from, question))
      const { title, sheet } = sheetOf(REPORT_TABLES[name], {
        table: request.query.table,
        report,
        compared: question.before !== null,
      })
      return sendTable(reply, sheet, { format, name: `${title} ${question.period.from} ${question.period.to}` })
    },
  )
}

/** Meanings of a list's filters. */
const MEANINGS: Record<BehindFilter, string> = {
  state: 'Only what this figure counts.',
  origin: "The code of the origin, as in the report's lanes; none where it is not known.",
  destination: "The code of the destination, as in the report's lanes; none where it is not known.",
  kind: 'instant or request.',
  userId:
    'The id of the member of staff who asked, booked or set the event, or in whose charge a thing in the queue is; none for nobody.',
  carrierId: 'The id of the carrier; none for sailings without one.',
  came: 'The milestone that the order came from.',
  reached: 'The milestone that it reached.',
  rule: 'The code of the reason.',
  age: `For how long it has been open now: ${AGES.map((age, at) => `${at} is ${age}`).join(', ')}.`,
}
const text = (name: BehindFilter) => z.string().max(60, `${name} has at most 60 characters`)
const oneAmong = (name: BehindFilter, values: readonly string[]) =>
  z.literal(values, { error: `${name} is one of ${values.join(', ')}` })

const id = (name: BehindFilter) =>
  z.string().regex(new RegExp(`^(${NOBODY}|\\d{1,9})$`), `${name} is an id, or ${NOBODY}`)

function filterOf(list: BehindName, name: BehindFilter) {
  if (name === 'state') return oneAmong(name, keysOf(BEHIND_STATES[list]))
  if (name === 'age') return oneAmong(name, Object.keys(AGES))
  return name === 'userId' || name === 'carrierId' ? id(name) : text(name)
}

/** The call for the rows that the figures of a report count, newest first, a page at a time. */
function behindRoute(app: App, name: BehindName): void {
  const more = {
    from: period.from,
    to: period.to,
    ...Object.fromEntries(
      BEHIND_FILTERS[name].map((filter) => [filter, filterOf(name, filter).optional().describe(MEANINGS[filter])]),
    ),
  }
  const querystring = listQuerystring({ searched: false, more })
  app.get<{ Querystring: Record<string, unknown> }>(
    `/report/${name}/list`,
    { schema: { tags, querystring, response: { 200: envelope(listOf(reportItem)) } } },
    async (request) => {
      const { query } = request
      const { period: asked } = questionIn({ from: String(query.from), to: String(query.to) })
      const filters = Object.fromEntries(BEHIND_FILTERS[name].map((filter) => [filter, query[filter]]))
      const page = parseListQuery(query, [])
      return ok(await request.read((db) => listBehind(db, name, { period: asked, filters }, page)))
    },
  )
}

export function reportRoutes(app: App): void {
  for (const name of REPORTS) reportRoutesOf(app, name)
  for (const name of keysOf(BEHIND_FILTERS)) behindRoute(app, name)
}
