import { useNavigate } from '@tanstack/react-router'
import { MOST_CODES } from '#contract/orders/list/order-filters.ts'
import { parseTrackingCodes } from '#contract/orders/tracking-code.ts'
import { showError } from '#web/lib/feedback/toast.ts'

/** Search params of the list that pasted codes replace. */
const REPLACED = { search: undefined, page: undefined, ids: undefined, unknown: undefined }

/**
 * Shows the orders of several pasted codes: the address gets them, so that filters, sorting, export and
 * selection take them too. True if the text has several; beyond 200, words say so and the list stays.
 */
export function usePastedCodes(): (text: string) => boolean {
  const navigate = useNavigate()
  return (text) => {
    const pasted = parseTrackingCodes(text)
    if (!pasted) return false
    const { codes, others } = pasted
    if (codes.length > MOST_CODES)
      showError(`${codes.length} codes were pasted. The list shows up to ${MOST_CODES} at once.`)
    else
      void navigate({
        to: '.',
        search: (now: Record<string, unknown>) => ({
          ...now,
          ...REPLACED,
          without: withoutCodes(now.without),
          codes: codes.join(),
          unknown: others.join() || undefined,
        }),
      })
    return true
  }
}

/** The parts of its view that an address takes away, but for its codes. */
const withoutCodes = (parts: unknown) =>
  String(parts ?? '')
    .split(',')
    .filter((part) => part !== '' && part !== 'codes')
    .join() || undefined
