import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { BAD_DAY, judgePeriod, type Period } from '#contract/reports/period.ts'
import { REPORT_SCHEMAS, REPORTS, type Report, type ReportName } from '#contract/reports/reports.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { onTimeReport, quotesReport, volumeReport } from '#server/reports/answer.ts'
import { milestonesReport, workloadReport } from '#server/reports/answer-work.ts'
import { type Question, questionOf } from '#server/reports/read-days.ts'
import { formatOf, SHEET_REPLY, sheetFormat } from '#server/resource/export.ts'
import { sheetFile } from '#server/sheets/write-sheet.ts'
import { sheetOf, tablesOf } from './report-sheet.ts'

const tags = ['Reports']
const day = z.iso.date({ error: BAD_DAY })
const period = { from: day, to: day, compare: z.literal(['previous'], { error: 'compare is previous' }).optional() }

const ANSWERS: { [Name in ReportName]: (db: Db, question: Question) => Promise<Report<Name>> } = {
  volume: volumeReport,
  quotes: quotesReport,
  'on-time': onTimeReport,
  milestones: milestonesReport,
  workload: workloadReport,
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
  app.get(
    path,
    { schema: { tags, querystring: z.object(period), response: { 200: envelope(REPORT_SCHEMAS[name]) } } },
    async (request) => {
      const question = questionIn(request.query)
      return ok(await request.read((db) => ANSWERS[name](db, question)))
    },
  )
  const tables = tablesOf(name)
  const table = z.literal(tables, { error: `table is one of ${tables.join(', ')}` })
  app.get(
    `${path}/export`,
    { config: SHEET_REPLY, schema: { tags, querystring: z.object({ ...period, table, format: sheetFormat }) } },
    async (request, reply) => {
      const question = questionIn(request.query)
      const format = formatOf(request.query)
      const report = await request.read((db) => ANSWERS[name](db, question))
      const { title, sheet } = sheetOf(name, request.query.table, report, question.before !== null)
      const { body, headers } = await sheetFile(sheet, format, `${title} ${question.period.from} ${question.period.to}`)
      return reply.headers(headers).send(body)
    },
  )
}

export function reportRoutes(app: App): void {
  for (const name of REPORTS) reportRoutesOf(app, name)
}
