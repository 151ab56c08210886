import type { OfferReport } from '#contract/offers/offer-report.ts'

type WithBefore<Row> = Row & { before: Row | null }
/** The report of a period whose figures stand beside those of the period before; null where nothing is compared. */
export type Compared = {
  [Table in keyof OfferReport]: OfferReport[Table] extends readonly (infer Row)[]
    ? WithBefore<Row>[]
    : WithBefore<OfferReport[Table]>
}

/** Rows beside those of the same subject in the period before. */
function withBefore<Row extends object>(
  rows: readonly Row[],
  before: readonly Row[] | undefined,
  keyOf: (row: Row) => unknown,
): WithBefore<Row>[] {
  const known = new Map(before?.map((row) => [keyOf(row), row]))
  return rows.map((row) => ({ ...row, before: known.get(keyOf(row)) ?? null }))
}

/** The report of a period beside that of the period before; null for no comparison. */
export const comparedWith = (report: OfferReport, before: OfferReport | null): Compared => ({
  totals: { ...report.totals, before: before?.totals ?? null },
  reasons: withBefore(report.reasons, before?.reasons, ({ reason }) => reason),
  lanes: withBefore(report.lanes, before?.lanes, ({ origin, destination }) => `${origin} ${destination}`),
  clients: withBefore(report.clients, before?.clients, ({ id }) => id),
  people: withBefore(report.people, before?.people, ({ id }) => id),
})
