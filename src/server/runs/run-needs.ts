import { type RawBuilder, sql } from 'kysely'
import { covers } from '#contract/accounts/scopes.ts'
import { Role } from '#contract/accounts/session.ts'
import type { Scope } from '#contract/integrations/api-keys.ts'
import type { RunKindName } from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import { forbidden, lacksScope, notFound } from '#server/errors.ts'
import type { Session } from '#server/http/session.ts'
import type { RunAbout, RunKinds, RunNeeds, RunNoun } from './run-kind.ts'

export const ABOUT_ORDERS: RunNeeds = { access: 'staff', about: [{ nouns: ['orders'] }] }

type Caller = Pick<Session, 'roles' | 'scopes'>
type Verb = 'read' | 'write'
interface Kinded {
  kind: RunKindName
  input: unknown
}

const scopesOf = (nouns: readonly RunNoun[], verb: Verb): Scope[] => nouns.map((noun) => `${noun}:${verb}` as const)

/** Containment like `@>` of PostgreSQL, for an object of texts and empty objects. */
const contains = (input: unknown, part: RunAbout['input'] = {}) =>
  Object.entries(part).every(([key, value]) => {
    const found: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, key) : undefined
    return typeof value === 'string' ? found === value : typeof found === 'object' && found !== null
  })

/** The scopes that a key needs to read or change a run; null for a run that nobody declared. */
export function scopesOfRun(kinds: RunKinds, { kind, input }: Kinded, verb: Verb): readonly Scope[] | null {
  const about = kinds[kind]?.needs.about.find((one) => contains(input, one.input))
  return about ? scopesOf(about.nouns, verb) : null
}

const admits = ({ access }: RunNeeds, { roles, scopes }: Caller) =>
  access === 'staff' || (scopes === null && roles.includes(Role.ADMIN))

/** Throws 403 for a caller who may not read or change the run. */
export function requireRun(kinds: RunKinds, run: Kinded, caller: Caller, verb: Verb): void {
  const needs = kinds[run.kind]?.needs
  if (!needs || !admits(needs, caller)) throw forbidden('Only an administrator can do this')
  const granted = caller.scopes
  if (granted === null) return
  const missing = scopesOfRun(kinds, run, verb)?.find((scope) => !covers(granted, scope))
  if (missing) throw lacksScope(missing)
}

/** `requireRun` for a started run. Throws 404 if it does not exist. */
export async function requireStoredRun(
  db: Db,
  kinds: RunKinds,
  { id, caller, verb }: { id: number; caller: Caller; verb: Verb },
): Promise<void> {
  const run = await db.selectFrom('runs').select(['kind', 'input']).where('id', '=', id).executeTakeFirst()
  if (!run) throw notFound('Run')
  requireRun(kinds, run, caller, verb)
}

/** SQL: whether a caller may read a run, `r`. */
export function mayReadSql(kinds: RunKinds, caller: Caller): RawBuilder<boolean> {
  const allowed = Object.entries(kinds).flatMap(([kind, { needs }]) => {
    if (!admits(needs, caller)) return []
    const { scopes } = caller
    return needs.about.flatMap(({ nouns, input = {} }) => {
      if (scopes && !scopesOf(nouns, 'read').every((scope) => covers(scopes, scope))) return []
      // A caller who needs no scope sees all of a kind.
      return [scopes ? sql`(r.kind = ${kind} and r.input @> ${JSON.stringify(input)}::jsonb)` : sql`r.kind = ${kind}`]
    })
  })
  return allowed.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(allowed, sql` or `)})`
}
