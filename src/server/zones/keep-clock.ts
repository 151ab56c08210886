import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { wallsOf, type ZoneRules } from '#contract/lib/zones.ts'
import type { Db } from '#server/db/client.ts'

const isoOf = (seconds: readonly number[]) => seconds.map((each) => new Date(each * 1000).toISOString())

/** Names a zone with its rules: days that were counted by other rules are counted again. */
function editionOf({ name, until, offsets }: ZoneRules): string {
  if (until.length === 0) return name
  const hash = createHash('sha256')
    .update(JSON.stringify([until, offsets]))
    .digest('hex')
  return `${name} ${hash.slice(0, 8)}`
}

/** Stores the rules by which the database reads the clock (sql/clock.sql): the server's own. */
export async function keepClock(db: Db, rules: ZoneRules): Promise<void> {
  const edition = editionOf(rules)
  await sql`
    update clock set zone = ${rules.name}, edition = ${edition}, offsets = ${rules.offsets}::integer[],
      until = ${isoOf(rules.until)}::timestamptz[], walls = ${isoOf(wallsOf(rules))}::timestamp[]
    where edition <> ${edition}`.execute(db)
}
