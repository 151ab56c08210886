import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { makeOffer } from '#web/features/offers/shared/offer-calls.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import type { NewOrder } from './state/use-new-order.ts'

/** Makes a draft of an offer with the price on screen as its first option, and opens it. */
export function OfferThis({ order }: { order: NewOrder }) {
  const { state, pricing, manual, draft } = order
  const router = useRouter()
  const keyOf = useSubmissionKey()
  const { run, busy } = useAttempt()
  const { priced, stale, calculating } = pricing
  const quoteId = priced?.quote?.quoteId ?? null
  if (quoteId === null) return null
  const offer = async () => {
    const option = { mode: TransportationMode.LCL, quoteId, price: manual.override.on ? manual.rate : null }
    const body = { clientId: state.clientId, options: [option] }
    const made = await makeOffer(body, keyOf(body)).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 400) throw error
      return error
    })
    if (made instanceof ApiError) return complete(made, quoteId)
    draft.finish()
    showSuccess(`Draft ${made.reference} was saved`)
    await router.navigate({ to: '/offers/$offerId', params: { offerId: String(made.id) } })
  }
  /** Opens the form where the refused fields are, with the shipment; without the client if that is what is refused. */
  const complete = async ({ fields, message }: ApiError, ofQuote: number) => {
    draft.finish()
    showError(fields.clientId ?? Object.values(fields)[0] ?? message)
    await router.navigate({
      to: '/offers/new',
      search: { quoteId: ofQuote, ...('clientId' in fields ? {} : { clientId: state.clientId }) },
    })
  }
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={stale || calculating || manual.wrong !== null}
      onClick={() => void run(offer)}
    >
      Offer this
    </Button>
  )
}
