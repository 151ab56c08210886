import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { optionOnScreen, type RefusedOffer, sentOption } from '#web/features/offers/shared/form/refused-offer.ts'
import { makeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { hasUnread, readFields } from '#web/lib/saving/unread-fields.ts'
import { focusFirstError } from '#web/lib/saving/use-form.ts'
import type { NewOrder } from './state/use-new-order.ts'

/** Makes a draft of an offer with the price on screen as its first option, and opens it. */
export function OfferThis({ order }: { order: NewOrder }) {
  const { state, dispatch, pricing, manual, draft, section } = order
  const router = useRouter()
  const keyOf = useSubmissionKey()
  const { run, busy } = useAttempt()
  const { priced, stale, calculating } = pricing
  if (!priced) return null
  const offer = async () => {
    const option = optionOnScreen({
      terms: state.terms,
      shipment: state.shipment.values,
      quoteId: priced.quote?.quoteId ?? null,
      price: manual.override.on ? manual.override.rate : '',
    })
    const body = { clientId: state.clientId, options: [sentOption(option)] }
    const made = await makeOffer(body, keyOf(body)).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 400) throw error
      return error
    })
    if (made instanceof ApiError) return complete(made, option)
    draft.finish()
    showSuccess(`Draft ${made.reference} was saved`)
    await router.navigate({ to: '/offers/$offerId', params: { offerId: String(made.id) } })
  }
  /** Opens the form of a new offer with all that was typed; without the client, if that is what is refused. */
  const complete = async ({ fields, message }: ApiError, option: RefusedOffer['option']) => {
    draft.finish()
    if (Object.keys(fields).length === 0) showError(message)
    // A kept quote that is gone would be refused again.
    const kept = 'options.0.quoteId' in fields ? { ...option, quoteId: null } : option
    await router.navigate({
      to: '/offers/new',
      search: 'clientId' in fields ? {} : { clientId: state.clientId },
      state: { refused: { option: kept, errors: fields } },
    })
  }
  const press = () => {
    if (hasUnread(section.current)) return void readFields(section.current)
    if (manual.wrong === null) return void run(offer)
    dispatch({ type: 'checkShipment' })
    focusFirstError(section.current)
  }
  return (
    <Button variant="default" loading={busy} disabled={stale || calculating} onClick={press}>
      Offer this
    </Button>
  )
}
