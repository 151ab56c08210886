import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import type { ToldDates } from '#server/tracking/tracked.ts'

/** Dates of a reader who was told nothing. */
const NOTHING: ToldDates = { cargoCutOff: null, documentationCutOff: null, departure: null, arrival: null, place: null }

/** Dates as they are kept; those that were never told are null. */
export const datesOf = (kept: unknown): ToldDates => ({ ...NOTHING, ...(kept as Partial<ToldDates> | null) }) // written below, and when a mail has left

interface Reader {
  orderId: number
  email: string
}

/** The dates that a reader was shown or told last, by mail or on a page. */
export async function datesKnownTo(db: Db, { orderId, email }: Reader): Promise<ToldDates> {
  const found = await db
    .selectFrom('trackingReaders')
    .select('dates')
    .where('orderId', '=', orderId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return datesOf(found?.dates)
}

/** Keeps the dates that a reader is shown now. */
export async function noteShown(tx: Tx, { orderId, email }: Reader, dates: ToldDates): Promise<void> {
  await tx
    .insertInto('trackingReaders')
    .values({ orderId, email: email.toLowerCase(), dates: JSON.stringify(dates) })
    .onConflict((conflict) =>
      conflict
        .columns(['orderId', 'email'])
        .doUpdateSet((eb) => ({ dates: eb.ref('excluded.dates'), at: sql<string>`now()` })),
    )
    .execute()
}
