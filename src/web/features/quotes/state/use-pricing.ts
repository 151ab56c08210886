import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { NO_RATE_FIELD, quoteForm } from '#contract/quotes/quotes.ts'
import { ApiError, faultOf } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { calculate } from './new-order-queries.ts'
import type { NewOrderAction } from './new-order-reducer.ts'
import { type Answer, type NewOrderState, pricedOf, pricingKey } from './new-order-state.ts'

const PAUSE_MS = 400

type Question = Pick<Answer, 'asked' | 'terms' | 'key' | 'value'>

/** Calculates the price of the current input, and recalculates after a pause in typing the shipment value. */
export function usePricing(state: NewOrderState, dispatch: Dispatch<NewOrderAction>) {
  const run = useMutation({
    mutationFn: ({ terms, asked }: Question) => calculate(terms, asked, state.clientId),
    onSuccess: (quote, question) => dispatch({ type: 'priced', answer: { ...question, quote, missing: null } }),
    onError: (error, question) => {
      const missing = error instanceof ApiError ? error.fields[NO_RATE_FIELD] : undefined
      if (missing === undefined) return showError(error)
      dispatch({ type: 'priced', answer: { ...question, quote: null, missing } })
    },
  })
  const { priced, stale } = pricedOf(state)
  const { values } = state.shipment

  const ask = () => {
    const checked = quoteForm.safeParse(values)
    if (!checked.success) return dispatch({ type: 'showShipmentErrors' })
    run.mutate({ asked: checked.data, terms: state.terms, key: pricingKey(state), value: values.value })
  }
  const askAgain = useEffectEvent(ask)
  useEffect(() => {
    if (!stale) return
    // The timer is a pause in typing this value.
    const timer = window.setTimeout(askAgain, PAUSE_MS, values.value)
    return () => window.clearTimeout(timer)
  }, [stale, values.value])

  const failed = stale && run.variables?.value === values.value ? faultOf(run.error) : null
  return {
    priced,
    stale,
    calculating: run.isPending,
    ask,
    /** The reason why the new shipment value could not be priced, and a retry. */
    fault: failed && { ...failed, onRetry: ask },
  }
}
