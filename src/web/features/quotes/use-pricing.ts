import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NO_RATE_FIELD, type QuoteResult, quoteForm } from '#contract/quotes/quotes.ts'
import { ApiError, faultOf } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { type Asked, calculate, type Terms } from './new-order-queries.ts'
import type { ShipmentValues } from './new-order-values.ts'

const PAUSE_MS = 400

/** What the calculator answered, and to what. */
export interface Priced {
  asked: Asked
  terms: Terms
  quote: QuoteResult | null
  /** Why there is no price, and the way on. */
  missing: string | null
}

const keyOf = (terms: Terms, { value: _, ...rest }: ShipmentValues) => JSON.stringify([terms, rest])

/**
 * The price of what is typed. A change of anything but the insurance value takes the result away; that value reruns
 * the calculation by itself, or `onWrong` says what is wrong with it.
 */
export function usePricing(terms: Terms, values: ShipmentValues, onWrong: () => void) {
  const [last, setLast] = useState<{ key: string; value: string; priced: Priced } | null>(null)
  const run = useMutation({
    mutationFn: ({ asked, terms: by }: { asked: Asked; terms: Terms; key: string; value: string }) =>
      calculate(by, asked),
    onSuccess: (quote, { asked, terms: by, key, value }) =>
      setLast({ key, value, priced: { asked, terms: by, quote, missing: null } }),
    onError: (error, { asked, terms: by, key, value }) => {
      const missing = error instanceof ApiError ? error.fields[NO_RATE_FIELD] : undefined
      if (missing === undefined) return showError(error)
      setLast({ key, value, priced: { asked, terms: by, quote: null, missing } })
    },
  })
  const key = keyOf(terms, values)
  const current = last?.key === key ? last : null
  const stale = current !== null && current.value !== values.value

  const ask = () => {
    const checked = quoteForm.safeParse(values)
    if (!checked.success) return onWrong()
    run.mutate({ asked: checked.data, terms, key, value: values.value })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause in typing the value, whatever else renders
  useEffect(() => {
    if (!stale) return
    const timer = window.setTimeout(ask, PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [stale, values.value])

  const failed = stale && run.variables?.value === values.value ? faultOf(run.error) : null
  return {
    priced: current?.priced ?? null,
    stale,
    calculating: run.isPending,
    ask,
    /** Why it could not be calculated again for the value that stands there, and the way to try once more. */
    fault: failed && { ...failed, onRetry: ask },
  }
}
