import { sql } from 'kysely'
import { SETUP_STEPS, type Setup, type SetupStep } from '#contract/system/setup.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { IS_SEEN } from '#server/mail/mail-server.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

type Sources = Pick<Services, 'db' | 'config'>

/** Reads which records a new installation has by now. Asks whether there is any row, never how many. */
export async function readSetup({ db, config }: Sources): Promise<Setup> {
  const { rows } = await sql<Record<SetupStep | 'dismissed', boolean>>`
    select exists (select from ports) as ports, exists (select from cities) as cities,
      exists (select from depots) as depots, exists (select from cartages) as cartages,
      exists (select from freight) as freight, exists (select from events) as events,
      exists (select from mail_templates where not system) as templates, ${IS_SEEN} as mail,
      exists (select from setup_dismissed) as dismissed`.execute(db)
  const found = rows[0]
  const done = (step: SetupStep) => found?.[step] === true || (step === 'mail' && config.smtpUrl !== undefined)
  return { steps: SETUP_STEPS.map((step) => ({ step, done: done(step) })), dismissed: found?.dismissed === true }
}

const over = new WeakSet<Db>()

/**
 * Whether the checklist is still shown. Once it is over, this is remembered, so that nothing is asked again.
 */
export async function isSetupOpen(sources: Sources): Promise<boolean> {
  if (over.has(sources.db)) return false
  const { steps, dismissed } = await readSetup(sources)
  if (dismissed || steps.every(({ done }) => done)) over.add(sources.db)
  return !over.has(sources.db)
}

/** Puts the checklist away, for all administrators. */
export async function dismissSetup(tx: Tx, _: Services, _input: null, actor: Actor): Promise<void> {
  const { numInsertedOrUpdatedRows: first } = await tx
    .insertInto('setupDismissed')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (first) await recordAudit(tx, actor, { action: 'setup.dismiss', entity: 'setup' })
}
