import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { noSuch, REQUIRED } from '#contract/lib/messages.ts'
import { MOST_VALID_DAYS } from '#contract/offers/offer-codes.ts'
import { type Offer, type OfferInput, offers } from '#contract/offers/offers.ts'
import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Store } from '#server/resource/store.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { wrongState } from './lock-offer.ts'
import { nextReference } from './next-reference.ts'
import { type PricedOption, priceOptions } from './price-options.ts'
import { offerReads } from './read-offers.ts'

const DAY_MS = 86_400_000
const AUDITED = ['reference', 'state', ...Object.keys(offers.input.shape)]

/** Whom an offer addresses. */
interface Addressee {
  clientId: number | null
  orderId: number | null
  name: string
  company: string
  email: string
}

/** What the client, or the quote request, says about the addressee. Throws 400 at the field. */
async function knownAddressee(tx: Tx, { clientId, orderId }: Pick<Addressee, 'clientId' | 'orderId'>) {
  if (orderId !== null) {
    const order = await tx
      .selectFrom('orders')
      .select(['userId as clientId', 'yourName as name', 'companyName as company', 'email'])
      .where('id', '=', orderId)
      .where('transportationMode', '=', TransportationMode.FCL)
      .where('estimatedTransportation', 'is', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!order) throw invalid({ orderId: 'This is no quote request without a price' })
    return order
  }
  if (clientId === null) return null
  const client = await tx
    .selectFrom('users')
    .select(['id as clientId', 'username as name', 'companyName as company', 'email'])
    .where('id', '=', clientId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`role = array[${sql.lit(Role.CLIENT)}]`)
    .executeTakeFirst()
  if (!client) throw invalid({ clientId: noSuch('client') })
  return client
}

/** The addressee with what the client or the order fills in. Throws 400 at the fields. */
async function addressee(tx: Tx, sent: Addressee): Promise<Addressee> {
  const known = await knownAddressee(tx, sent)
  const filled = {
    clientId: known?.clientId ?? null,
    orderId: sent.orderId,
    name: sent.name || (known?.name.slice(0, 50) ?? ''),
    company: sent.company || (known?.company ?? ''),
    email: sent.email || (known?.email ?? ''),
  }
  if (filled.name === '') throw invalid({ name: REQUIRED })
  return filled
}

/** Throws 400 at `validUntil` unless it lies in the future and at most a year ahead. */
function checkValidUntil(validUntil: string | null): void {
  if (validUntil === null) return
  const ahead = Date.parse(validUntil) - Date.now()
  if (ahead <= 0) throw invalid({ validUntil: 'This must be in the future' })
  if (ahead > MOST_VALID_DAYS * DAY_MS) throw invalid({ validUntil: `This is more than ${MOST_VALID_DAYS} days ahead` })
}

async function checkOwner(tx: Tx, ownerId: number | null): Promise<void> {
  if (ownerId === null) return
  const found = await activeStaff(tx).where('id', '=', ownerId).executeTakeFirst()
  if (!found) throw invalid({ ownerId: NOT_STAFF })
}

/** Replaces the options of an offer; options that stay keep their ids. */
export async function writeOptions(
  tx: Tx,
  offerId: number,
  options: readonly (PricedOption & { id?: number | null })[],
): Promise<void> {
  const own = new Set(
    (await tx.selectFrom('offerOptions').select('id').where('offerId', '=', offerId).execute()).map(({ id }) => id),
  )
  const errors: FieldErrors = {}
  for (const [at, { id }] of options.entries()) if (id && !own.has(id)) errors[`options.${at}.id`] = noSuch('option')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await tx.deleteFrom('offerOptions').where('offerId', '=', offerId).execute()
  const rows = options.map(({ id, inputs, lines, ...option }, at) => ({
    ...option,
    ...(id ? { id } : {}),
    offerId,
    position: at + 1,
    inputs: JSON.stringify(inputs),
    lines: JSON.stringify(lines),
  }))
  // One by one: a row with an id has one column more than a row without.
  for (const row of rows) await tx.insertInto('offerOptions').values(row).execute()
}

/** What of an offer that left can still be changed. */
const LATER = new Set<string>(['ownerId', 'followUpAt'])

/** Refuses, 409, what an offer in its state does not take any more. */
function requireChangeable(before: Offer, patch: Partial<OfferInput>): void {
  if (before.state === 'draft') return
  if (before.state !== 'sent' && before.state !== 'expired') throw wrongState(before.state)
  const changed = Object.entries(patch).filter(([field, value]) => !LATER.has(field) && !isSame(before, field, value))
  if (changed.length > 0)
    throw new AppError(409, 'This offer was sent: withdraw it, or replace it by one with today’s prices.')
}

function isSame(before: Offer, field: string, value: unknown): boolean {
  const now = (before as unknown as Record<string, unknown>)[field] // offers have the fields of their input
  if (field !== 'options') return JSON.stringify(now) === JSON.stringify(value)
  return Array.isArray(value) && value.length === before.options.length
    ? value.every(
        (option, at) => option.id === before.options[at]?.id && (option.price ?? null) === before.options[at]?.price,
      )
    : false
}

/** The store of offers. Options are priced when they are saved. */
export function offerStore(db: Db, { timeZone }: Pick<Services['config'], 'timeZone'>): Store<Offer, OfferInput> {
  const { find, ...reader } = offerReads(db, { timeZone })
  const writer = recordWriter(
    db,
    { resource: offers, audited: AUDITED },
    {
      find,
      insert: async (tx, { options, ownerId, followUpAt, ...input }, actor) => {
        checkValidUntil(input.validUntil)
        await checkOwner(tx, ownerId)
        const to = await addressee(tx, input)
        const priced = await priceOptions(tx, options)
        const reference = await nextReference(tx, timeZone)
        const owner = ownerId ?? actor.userId
        if (owner === null) throw invalid({ ownerId: REQUIRED })
        const { id } = await tx
          .insertInto('offers')
          .values({ ...input, ...to, ownerId: owner, followUpAt, reference })
          .returning('id')
          .executeTakeFirstOrThrow()
        await writeOptions(tx, id, priced)
        return id
      },
      change: async (tx, before, { patch }) => {
        requireChangeable(before, patch)
        const isDraft = before.state === 'draft'
        const { options, ownerId, followUpAt, ...rest } = patch
        const whole = isDraft ? rest : {}
        checkValidUntil(whole.validUntil ?? null)
        // Whoever has it keeps it, even if others of the role cannot be put in charge.
        if (ownerId !== before.ownerId) await checkOwner(tx, ownerId ?? null)
        const named = ['clientId', 'orderId', 'name', 'company', 'email'].some((field) => field in whole)
        const to = named ? await addressee(tx, { ...before, ...whole }) : {}
        await tx
          .updateTable('offers')
          .set({ ...whole, ...to, updatedAt: nextVersion() })
          .$if(ownerId !== undefined && ownerId !== null, (set) => set.set({ ownerId: ownerId as number })) // just asked
          .$if(followUpAt !== undefined, (set) => set.set({ followUpAt }))
          .where('id', '=', before.id)
          .execute()
        if (isDraft && options) {
          const priced = await priceOptions(tx, options)
          await writeOptions(
            tx,
            before.id,
            priced.map((option, at) => ({ ...option, id: options[at]?.id ?? null })),
          )
        }
      },
      release: async (_, { state }) => {
        if (state !== 'draft') throw wrongState(state)
      },
    },
  )
  return { ...reader, ...writer }
}
