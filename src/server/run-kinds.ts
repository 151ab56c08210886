import { DATES } from '#server/date-change/dates-kind.ts'
import type { Db } from '#server/db/client.ts'
import type { RunKinds } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'

/** What runs can do. A new kind is its operation and a line here. */
export const KINDS: RunKinds = { dates: DATES }

/** Asks the kind of its run whether a mail that is due is still worth sending: the reason if not. */
export const outdatedMail =
  ({ config }: Pick<Services, 'config'>) =>
  async (db: Db, mailId: number): Promise<string | null> => {
    const run = await db
      .selectFrom('mails as m')
      .innerJoin('runs as r', 'r.id', 'm.runId')
      .select('r.kind')
      .where('m.id', '=', mailId)
      .executeTakeFirst()
    return (run && (await KINDS[run.kind]?.outdated?.({ db, config }, mailId))) ?? null
  }
