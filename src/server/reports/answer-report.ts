import { PREPARING, type Report, type ReportName } from '#contract/reports/reports.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, errorCode } from '#server/errors.ts'
import { onTimeReport, quotesReport, volumeReport } from './answer.ts'
import { milestonesReport, workloadReport } from './answer-work.ts'
import type { Question } from './kept-rows.ts'

const ANSWERS: { [Name in ReportName]: (db: Db, question: Question) => Promise<Report<Name>> } = {
  volume: volumeReport,
  quotes: quotesReport,
  'on-time': onTimeReport,
  milestones: milestonesReport,
  workload: workloadReport,
}

const TOO_LONG = '57014'

/**
 * The answer to a question. Throws 503 with an explanation if the days of the period are not counted yet and
 * counting them takes longer than a statement may: after an upgrade, or when the lanes of all days have
 * changed.
 */
export const answerReport = <Name extends ReportName>(db: Db, name: Name, question: Question): Promise<Report<Name>> =>
  ANSWERS[name](db, question).catch((error) => {
    if (errorCode(error) !== TOO_LONG) throw error
    throw new AppError(503, PREPARING, null, { 'retry-after': '15' })
  })
