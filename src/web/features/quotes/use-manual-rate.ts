import { useState } from 'react'
import { manualRate } from '#contract/quotes/quotes.ts'
import { NO_OVERRIDE, type OverrideValues } from './new-order-values.ts'

/**
 * The rate by hand: it holds for the lane it was typed for. Where there is no price it is on by itself, and off again
 * with the next price unless one was typed.
 */
export function useManualRate(lane: string, unpriced: boolean) {
  const [kept, keep] = useState(NO_OVERRIDE)
  const [checked, setChecked] = useState<string | null>(null)
  const typed = kept.lane === lane ? kept : NO_OVERRIDE
  const override = { ...typed, lane, on: typed.on || unpriced }
  const parsed = override.on ? manualRate().safeParse(override.rate) : null
  const wrong = parsed && !parsed.success ? (parsed.error.issues[0]?.message ?? null) : null
  return {
    override,
    /** What was chosen and typed for this lane: a draft keeps it. */
    typed,
    restore: keep,
    onOverride: (change: Partial<Pick<OverrideValues, 'on' | 'rate'>>) => keep({ ...override, ...change }),
    /** USD, by hand; null without one. */
    rate: parsed?.success ? parsed.data : null,
    rateError: checked === lane ? wrong : null,
    /** True when there is no rate by hand or a right one; shows what is wrong with it otherwise. */
    checkRate: () => {
      setChecked(lane)
      return wrong === null
    },
  }
}
