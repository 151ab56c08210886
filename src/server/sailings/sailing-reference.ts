import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'

const DIGITS = 4

/** 'S-2026-0412'. */
export const sailingReference = (year: number, number: number) => `S-${year}-${String(number).padStart(DIGITS, '0')}`

/** References for as many new sailings, counted by the year in which they are made. */
export async function nextReferences(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into sailing_numbers as numbers (year, last) values (extract(year from now()), ${count})
    on conflict (year) do update set last = numbers.last + excluded.last
    returning year, last`.execute(tx)
  const { year, last } = rows[0] ?? { year: 0, last: 0 }
  return Array.from({ length: count }, (_, index) => sailingReference(year, last - count + index + 1))
}
