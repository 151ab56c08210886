import { isBulk } from '#server/bulk/bulk-kind.ts'
import { BULK } from '#server/bulk/bulk-kinds.ts'
import type { Db } from '#server/db/client.ts'
import { IMPORT } from '#server/imports/import-kind.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { OFFER_RUNS } from '#server/offers/runs/offer-runs.ts'
import { isBatchKind, type RunKind, type RunKinds } from '#server/runs/run-kind.ts'
import { DATES } from '#server/sailings/date-change/dates-kind.ts'

/** Runs that change dates: of the orders of a sailing or a voyage, or of a selection. */
const ANY_DATES: RunKind = {
  needs: { access: 'staff', about: [...BULK.dates.needs.about, ...DATES.needs.about] },
  apply: (tx, services, row, actor) => datesOf(row.run).apply(tx, services, row, actor),
  undo: (tx, services, row, actor) => datesOf(row.run).undo(tx, services, row, actor),
  changesBeside: (run) => datesOf(run).changesBeside?.(run) === true,
  undoWhole: async (tx, services, run, actor) => datesOf(run).undoWhole?.(tx, services, run, actor) ?? null,
  outdated: DATES.outdated,
}
const datesOf = ({ input }: { input: unknown }) => (isBulk(input) ? BULK.dates : DATES)

/** All kinds of runs. A new kind is its operation and a line here, or in `BULK`. */
export const KINDS: RunKinds = { ...BULK, ...OFFER_RUNS, dates: ANY_DATES, import: IMPORT }

/** Asks the kind of its run whether a due mail is still worth sending: the reason if not. */
export const outdatedMail =
  ({ config, siteUrl, appUrl }: MailSettings) =>
  async (db: Db, mailId: number): Promise<string | null> => {
    const run = await db
      .selectFrom('mails as m')
      .innerJoin('runs as r', 'r.id', 'm.runId')
      .select('r.kind')
      .where('m.id', '=', mailId)
      .executeTakeFirst()
    const kind = run && KINDS[run.kind]
    return isBatchKind(kind) ? null : ((await kind?.outdated?.({ db, config, siteUrl, appUrl }, mailId)) ?? null)
  }
