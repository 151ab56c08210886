import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { wallsOf, type ZoneRules } from '#contract/lib/zones.ts'
import type { Db } from '#server/db/client.ts'
import { findZone } from './iana.ts'

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

/** The rules of a time zone as a row of the table `zone_clocks`; null for an unknown one. */
export function zoneClockRow(zone: string) {
  const rules = findZone(zone)
  if (!rules) return null
  const { offsets, until } = rules
  return { zone, edition: editionOf(rules), offsets, until: isoOf(until), walls: isoOf(wallsOf(rules)) }
}

/** Stores the rules of a time zone by which days are counted (sql/zone-clocks.sql); an unknown one is left out. */
export async function keepZoneClock(db: Db, zone: string): Promise<void> {
  const row = zoneClockRow(zone)
  if (!row) return
  await sql`
    insert into zone_clocks as z (zone, edition, offsets, until, walls)
    values (${zone}, ${row.edition}, ${row.offsets}::integer[], ${row.until}::timestamptz[], ${row.walls}::timestamp[])
    on conflict (zone) do update set edition = excluded.edition, offsets = excluded.offsets, until = excluded.until, walls = excluded.walls
    where z.edition <> excluded.edition`.execute(db)
}

/** Brings the rules of all these time zones up to date. */
export async function keepZoneClocks(db: Db): Promise<void> {
  const { rows } = await sql<{ zone: string }>`select zone from zone_clocks`.execute(db)
  for (const { zone } of rows) await keepZoneClock(db, zone)
}
