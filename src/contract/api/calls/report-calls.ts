import { type Call, own } from '#contract/api/call.ts'
import { REPORTS, type ReportName } from '#contract/reports/reports.ts'

const LIVE = 'Past days are counted at night; today, and days that were changed since, are counted by the call.'

const WORDS: Record<ReportName, readonly [id: string, question: string, more: string]> = {
  volume: ['Volume', 'volume and orders, by lane and by day or month', LIVE],
  quotes: ['Quotes', 'quotes and how many of them were booked', LIVE],
  'on-time': ['OnTime', 'arrivals against the ETA first promised, by lane and carrier', LIVE],
  milestones: ['Milestones', 'days between milestones', LIVE],
  workload: [
    'Workload',
    'workload, and the age of the queue',
    `${LIVE} What is said of now is of the moment of the call.`,
  ],
}

/** The calls of reports: the figures, each of their tables as a file, and the records behind them. */
export const REPORT_CALLS: Record<string, Call> = Object.fromEntries(
  REPORTS.flatMap((name) => {
    const [id, question, more] = WORDS[name]
    return [
      [`GET report/${name}`, own(`get${id}Report`, `Report: ${question}`, more)],
      [`GET report/${name}/export`, own(`export${id}Report`, `Download a table of the report: ${question}`)],
      [
        `GET report/${name}/list`,
        own(`list${id}Report`, `List what the report counts: ${question}`, 'Newest first.'),
      ] as const,
    ]
  }),
)
