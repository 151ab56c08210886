import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { comparedForm } from '#contract/lib/text.ts'
import type { Db } from '#server/db/client.ts'
import type { ImportChoices } from '#server/db/types.ts'

export type ChoiceKind = ImportChoices['kind']

/** The choices for a file: the fields of its columns by heading, and options. */
export interface Choices {
  mapping: Readonly<Record<string, string | null>>
  options: ImportOptions
}

/** Headings as they are compared: in any order, in any case, without what nobody sees. */
export function keyOfHeadings(headings: readonly string[]): string {
  const plain = headings.map(comparedForm)
  const set = [...new Set(plain)].filter((heading) => heading !== '').toSorted()
  return createHash('sha256').update(JSON.stringify(set)).digest('hex')
}

interface Kept extends Choices {
  headings: string
}

/** The last choices for files with one of these sets of headings, by the set. */
export async function lastChoices(db: Db, kind: ChoiceKind, keys: readonly string[]): Promise<Map<string, Choices>> {
  const { rows } = await sql<Kept>`
    select headings, mapping, options from import_choices
    where kind = ${kind} and headings = any(${[...new Set(keys)]}::text[])`.execute(db)
  return new Map(rows.map(({ headings, mapping, options }) => [headings, { mapping, options }]))
}

/** Keeps what somebody chose for the next file with these headings; forgets them if nothing is chosen. */
async function keepChoices(db: Db, kind: ChoiceKind, headings: string, { mapping, options }: Choices) {
  if (Object.keys(mapping).length + Object.keys(options).length === 0)
    await sql`delete from import_choices where kind = ${kind} and headings = ${headings}`.execute(db)
  else
    await sql`
      insert into import_choices (kind, headings, mapping, options)
      values (${kind}, ${headings}, ${JSON.stringify(mapping)}::jsonb, ${JSON.stringify(options)}::jsonb)
      on conflict (kind, headings) do update
      set mapping = excluded.mapping, options = excluded.options, used_at = now()`.execute(db)
}

/**
 * Keeps choices under the headings of the table, and under those that are found without any choice. By the
 * latter, the same file finds its sheet, separator and row of headings again; under the former, those need no
 * choice.
 */
export async function keepAll(
  db: Db,
  kind: ChoiceKind,
  [headings = '', ...unchosen]: readonly string[],
  choices: Choices,
) {
  const { separator: _, headingRow: __, ...options } = choices.options
  await keepChoices(db, kind, headings, { mapping: choices.mapping, options })
  for (const key of unchosen) if (key !== headings) await keepChoices(db, kind, key, choices)
}

/** Choices that are kept: for how long without use, and how many. */
const KEPT_CHOICES = { days: 365, most: 1_000 }

/** Deletes choices that nobody used for long, and the oldest if there are too many. Returns how many. */
export async function sweepChoices(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_choices where used_at < now() - make_interval(days => ${KEPT_CHOICES.days})
      or (kind, headings) in (
        select kind, headings from import_choices order by used_at desc, kind, headings offset ${KEPT_CHOICES.most})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Notes that choices are in use. */
export async function touchChoices(db: Db, kind: ChoiceKind, headings: string): Promise<void> {
  await sql`update import_choices set used_at = now() where kind = ${kind} and headings = ${headings}`.execute(db)
}
