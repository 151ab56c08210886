import { MODE_LABELS } from '#contract/codes/order-codes.ts'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import { changeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import { type AskSides, type SaveConflict, saveMerging } from '#web/lib/saving/save-merging.ts'
import { timeOf } from '#web/lib/saving/typed-dates.ts'
import type { ConflictRow } from '#web/ui/dialog/conflict-dialog.tsx'
import { type OfferFormValues, type OptionValues, offerValues, type sentOffer } from './offer-values.ts'

/** What the form has of an offer, field by field, to be compared. */
const fieldsOf = (values: OfferFormValues): Record<string, unknown> => {
  const typed: Record<string, unknown> = values
  const { clientId, name, company, email, ownerId, note, options } = values
  return {
    clientId,
    name,
    company,
    email,
    ownerId,
    note,
    validUntil: `${typed.validUntil} ${typed[timeOf('validUntil')]}`.trim(),
    options: options.map(({ key: _, ...option }) => option),
  }
}

/** The fields of a stored offer, as the form has them. */
export const fieldsOfOffer = (offer: Offer, timeZone: string) => fieldsOf(offerValues(offer, timeZone))

export const OFFER_FORM_LABELS: Record<string, string> = {
  clientId: 'Client',
  name: 'Name',
  company: 'Company',
  email: 'Email',
  ownerId: IN_CHARGE,
  note: 'Note',
  validUntil: 'Valid until',
  options: 'Options',
}

/** A client fills in the rest: these only make sense as a whole. */
const ADDRESSEE = ['clientId', 'name', 'company', 'email']

/** A field that two people changed, with both values as text. */
export function offerConflict(
  [key = '']: readonly string[],
  { mine, theirs }: Pick<SaveConflict, 'mine' | 'theirs'>,
  nameOf: (userId: number) => string,
): ConflictRow {
  const each = (label: string, shown: (side: Record<string, unknown>) => string) => ({
    label,
    mine: shown({ ...theirs, ...mine }) || EMPTY,
    theirs: shown(theirs) || EMPTY,
  })
  if (ADDRESSEE.includes(key))
    return each('Whom it is for', ({ name, company, email }) => [name, company, email].filter(Boolean).join(' · '))
  if (key === 'options')
    // The fields of `fieldsOf`.
    return each('Options', ({ options }) => (options as OptionValues[]).map(optionInWords).join('; '))
  if (key === 'ownerId') return each(IN_CHARGE, ({ ownerId }) => (ownerId ? nameOf(Number(ownerId)) : ''))
  return each(OFFER_FORM_LABELS[key] ?? key, (side) => String(side[key] ?? ''))
}

const optionInWords = ({ mode, label, inputs, price }: OptionValues) => {
  const volume = inputs.volume || inputs.cbm
  const parts = [label || MODE_LABELS[mode], volume && `${volume} CBM`, inputs.weight && `${inputs.weight} KG`, price]
  return parts.filter(Boolean).join(', ')
}

interface Saving {
  /** The draft that editing began with. */
  base: Offer
  typed: OfferFormValues
  body: ReturnType<typeof sentOffer>
  timeZone: string
  ask: AskSides
}

/**
 * Saves a draft over what others saved meanwhile; fields that both changed are asked about. The options are sent unless only
 * somebody else changed them: saving calculates their prices again. Rejects as the call does, and with an AbortError when
 * the question is closed.
 */
export async function saveOffer({ base, typed, body, timeZone, ask }: Saving): Promise<void> {
  const rows = new Map<unknown, Offer>()
  const comparable = (offer: Offer): Record<string, unknown> => {
    rows.set(offer.updatedAt, offer)
    return { ...fieldsOfOffer(offer, timeZone), updatedAt: offer.updatedAt }
  }
  const mine = fieldsOf(typed)
  await saveMerging<Record<string, unknown>>({
    base: comparable(base),
    values: mine,
    besides: true,
    groups: [ADDRESSEE],
    ask,
    send: async (changes, updatedAt, from) => {
      const kept = new Set(rows.get(updatedAt)?.options.map(({ id }) => id))
      const options = body.options.map((option) => ({
        ...option,
        id: option.id && kept.has(option.id) ? option.id : null,
      }))
      const sent = Object.fromEntries(Object.entries(body).filter(([field]) => field in changes))
      const whole = 'options' in changes || same(mine.options, from.options)
      return changeOffer(base.id, { ...sent, ...(whole ? { options } : {}) }, updatedAt)
    },
    readCurrent: (data) => {
      const current = offers.row.safeParse(data).data
      return current ? comparable(current) : null
    },
  })
}
