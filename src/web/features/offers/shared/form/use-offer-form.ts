import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Offer } from '#contract/offers/offers.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useDraft } from '#web/lib/saving/drafts.ts'
import type { AskSides } from '#web/lib/saving/save-merging.ts'
import { focusFirstError, useForm } from '#web/lib/saving/use-form.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { draftName, offerDraft, restored } from './offer-draft.ts'
import { type Addressed, newKey, type OfferFormValues, offerForm, offerValues, sentOffer } from './offer-values.ts'
import type { RefusedOffer } from './refused-offer.ts'
import { offerConflict } from './save-offer.ts'

/** What a save may need besides the body. */
export interface OfferSaving {
  /** The draft that editing began with, and the form as typed. */
  base: Offer | null
  typed: OfferFormValues
  timeZone: string
  /** Asks which side to keep of what two people changed. */
  ask: AskSides
  /** Call it after the save, before leaving: nothing is unsaved. */
  release: () => void
}

export interface EditedOffer {
  /** The draft to edit; null for a new offer. */
  offer: Offer | null
  /** Whom a new offer is for, as its address says. */
  of?: Addressed
  /** What was typed elsewhere and refused: the form begins with it, and with the messages. */
  refused?: RefusedOffer | undefined
  save: (body: ReturnType<typeof sentOffer>, saving: OfferSaving) => Promise<unknown>
}

/** The form of an offer: its values, which the browser keeps until they are saved, and the question of a conflict. */
export function useOfferForm({ offer, of, refused, save }: EditedOffer) {
  const { timeZone } = useDates()
  const [{ base, opened }, setStart] = useState(() => ({ base: offer, opened: offerValues(offer, timeZone, of) }))
  const [begun] = useState(() => (refused ? { ...opened, options: [{ ...refused.option, key: newKey() }] } : opened))
  const { offer: left, keep, write, take, forget, discard } = useDraft(draftName(offer, of), offerDraft)
  const staff = useQuery(staffQuery).data?.items ?? []
  const { ask, dialog } = useConflictQuestion((keys, both) =>
    offerConflict(keys, both, (userId) => staff.find(({ id }) => id === userId)?.name ?? `No. ${userId}`),
  )
  const typed = (): OfferFormValues => form.getValues()
  const form = useForm({
    schema: offerForm,
    initialValues: begun,
    save: (values: z.output<typeof offerForm>) =>
      save(sentOffer(values, opened, timeZone), { base, typed: typed(), timeZone, ask, release }),
  })
  const element = useRef<HTMLFormElement>(null)
  const takeOver = useEffectEvent(() => {
    if (!refused) return
    form.setErrors(refused.errors)
    focusFirstError(element.current)
  })
  useEffect(() => takeOver(), [])
  const isDirty = form.isDirty()
  // As text: the form makes new objects whenever it renders.
  const kept = JSON.stringify(offerDraft.safeParse({ base, values: form.values }).data ?? null)
  /** Keeps what was refused elsewhere, too, if nothing else is kept that would be offered behind it. */
  const keepLeft = () => {
    if (!isDirty && !left && kept !== 'null') keep(JSON.parse(kept))
    return write()
  }
  // An offer that New order refused is unsaved, too: a reload brings it again.
  const saved = useUnsaved(isDirty || refused !== undefined, { keepDraft: keepLeft })
  const release = () => {
    saved()
    forget()
  }
  useEffect(() => {
    if (isDirty && kept !== 'null') keep(JSON.parse(kept))
  }, [kept, isDirty, keep])
  const restore = () => {
    if (!left) return
    form.setValues(restored(left.values.values))
    const from = left.values.base
    if (from) setStart({ base: from, opened: offerValues(from, timeZone) })
    take()
  }
  return { form, element, base, dialog, draft: { offer: left, restore, forget, discard } }
}
