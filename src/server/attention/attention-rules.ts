import { type AttentionRule, readParameters } from '#contract/attention/attention-rules.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion, staleEdit } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

const rules = (db: Db) =>
  db
    .selectFrom('attentionRules')
    .select(['code', 'active', 'severity', 'parameters', 'updatedAt'])
    // The cast holds: migrations fix the codes, and the contract follows them.
    .$castTo<AttentionRule>()

/** All rules, in the order of their chips. */
export const readRules = (db: Db): Promise<AttentionRule[]> => rules(db).orderBy('position').execute()

interface RuleEdit {
  code: string
  active?: boolean
  severity?: number
  parameters?: Record<string, unknown>
  updatedAt?: string
}

/**
 * Changes the values of a rule that were sent. Returns the rule. Throws 404, 400 at the values, 409 for a
 * stale version.
 */
export async function saveRule(tx: Tx, _: Services, { code, ...sent }: RuleEdit, actor: Actor): Promise<AttentionRule> {
  const before = await rules(tx).where('code', '=', code).forUpdate().executeTakeFirst()
  if (!before) throw notFound('Rule')
  if (sent.updatedAt && sent.updatedAt !== before.updatedAt) throw staleEdit(undefined, before.updatedAt, before)
  const changed = readParameters(before.code, sent.parameters ?? {})
  if ('errors' in changed) throw invalid(changed.errors)
  const { active = before.active, severity = before.severity } = sent
  const parameters = { ...before.parameters, ...changed.values }
  await tx
    .updateTable('attentionRules')
    .set({ active, severity, parameters: JSON.stringify(parameters), updatedAt: nextVersion() })
    .where('code', '=', code)
    .execute()
  const event = { action: 'attention-rule.update', entity: 'attentionRules' }
  const after = { code, active, severity, ...parameters }
  const was = { code: '', active: before.active, severity: before.severity, ...before.parameters }
  await recordAudit(tx, actor, { ...event, before: was, after }, Object.keys(after))
  return rules(tx).where('code', '=', code).executeTakeFirstOrThrow()
}
