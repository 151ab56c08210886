import { sql } from 'kysely'
import { lookAlike } from '#contract/lib/look-alikes.ts'
import { CHOOSE, maxLength } from '#contract/lib/messages.ts'
import { placeCode } from '#contract/lib/spellings.ts'
import { codeForm, codePoints } from '#contract/lib/text.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_PLACES,
  type ConfirmationInput,
  confirmationFields,
  MAX_CLAUSES,
  UNKNOWN_PLACE,
} from '#contract/orders/confirmation.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { cleanRichTextAside } from '#server/html/html-aside.ts'
import { NESTED_TOO_DEEP } from '#server/html/html-nesting.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { readConfirmation, readOrder } from '#server/orders/read-order.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion } from '#server/resource/versions.ts'

type Fields = Omit<ConfirmationInput, 'updatedAt'>
/** The version of an edit that started before the confirmation existed. */
const NONE_YET = 'none yet'
const FIELDS = Object.keys(confirmationFields.shape)

/** A code of a place as it may be stored, the likeliest first. */
const codesOf = (text: string) => [text, placeCode(text) ?? text, codeForm(text).toUpperCase()]

/**
 * The codes of changed places as they are stored, whatever their spelling. Throws 400 at the fields for unknown
 * places and vessels. Places that are already stored may stay.
 */
async function checkReferences(
  tx: Tx,
  before: BookingConfirmation | null,
  input: Fields,
): Promise<Partial<Record<(typeof CONFIRMATION_PLACES)[number], string>>> {
  const errors: Record<string, string> = {}
  const found: Partial<Record<(typeof CONFIRMATION_PLACES)[number], string>> = {}
  const places = CONFIRMATION_PLACES.filter((place) => input[place] && input[place] !== before?.[place])
  const codes = places.flatMap((place) => codesOf(input[place] ?? ''))
  if (codes.length > 0) {
    const known = await sql<{ code: string }>`
      select code from ports where code = any(${codes}) union select code from cities where code = any(${codes})`.execute(
      tx,
    )
    for (const place of places) {
      const stored = codesOf(input[place] ?? '').find((code) => known.rows.some((each) => each.code === code))
      if (stored === undefined) errors[place] = lookAlike(input[place] ?? '') ?? UNKNOWN_PLACE
      else found[place] = stored
    }
  }
  if (input.vessel) {
    const vessel = await tx.selectFrom('vessels').select('id').where('id', '=', input.vessel.id).executeTakeFirst()
    if (!vessel) errors.vessel = CHOOSE
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return found
}

async function cleanClauses(clauses: string): Promise<string> {
  const clean = await cleanRichTextAside(clauses)
  if (clean === null) throw invalid({ bookingClauses: NESTED_TOO_DEEP })
  // The length is checked again, because cleaning can lengthen the text: & becomes &amp;.
  if (codePoints(clean) > MAX_CLAUSES) throw invalid({ bookingClauses: maxLength('Booking clauses', MAX_CLAUSES) })
  return clean
}

/**
 * Creates an order's booking confirmation or changes the fields sent. Returns the order. Throws 404, 400,
 * 409.
 */
export async function editConfirmation(
  tx: Tx,
  _: unknown,
  { orderId, input }: { orderId: number; input: ConfirmationInput },
  actor: Actor,
): Promise<Order> {
  const { updatedAt: sent, ...fields } = input
  await lockOrder(tx, orderId)
  const before = await readConfirmation(tx, orderId)
  if (before) {
    const version = sent === null ? NONE_YET : sent
    await checkVersion(tx, version, { id: orderId, updatedAt: before.updatedAt }, 'confirmations', () => before)
  }
  const places = await checkReferences(tx, before, fields)
  const { vessel, bookingClauses, ...plain } = fields
  const values = {
    ...plain,
    ...places,
    ...(vessel === undefined ? {} : { vesselId: vessel?.id ?? null }),
    ...(bookingClauses === undefined ? {} : { bookingClauses: await cleanClauses(bookingClauses) }),
  }
  await tx
    .insertInto('confirmations')
    .values({ orderId, vesselId: null, ...values })
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet({ ...values, updatedAt: sql`next_version(confirmations.updated_at)` }),
    )
    .execute()
  const order = await readOrder(tx, orderId)
  const change = { before: before ?? {}, after: order.bookingConfirmation }
  const event = { action: 'confirmation.update', entity: 'confirmations', entityId: orderId, ...change }
  await recordAudit(tx, actor, event, FIELDS)
  return order
}
