import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'
import { z } from 'zod'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if set-event was opened over the page before, to which closing it goes back. */
    over?: boolean
  }
}

/**
 * The search params of a page over which set-event opens: the order, and whether it begins with the next step of the
 * shipment in place of the next event by id.
 */
export const eventSearch = {
  event: z.coerce.number().int().min(1).optional().catch(undefined),
  step: z.coerce.boolean().optional().catch(undefined),
}

/** The order in the search of this page, over which set-event is open. */
export const useEventOver = () => z.object(eventSearch).parse(useSearch({ strict: false })).event

/** True for a click that the browser would follow in this tab. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * Opens and closes set-event over the page, whose search names the order (`event`). The address shown is that
 * of the set-event screen, which a reload or a copied link opens.
 */
export function useSetEventOver() {
  const router = useRouter()
  const navigate = useNavigate()
  const open = useCallback(
    (orderId: number, { step }: { step?: true } = {}) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, event: orderId, step }),
        state: { over: true },
        mask: { to: '/set-event/$orderId', params: { orderId }, unmaskOnReload: true },
        resetScroll: false,
        // The page stays as it is: no typed input is lost.
        ignoreBlocker: true,
      }),
    [navigate],
  )
  const close = useCallback(() => {
    if (router.state.location.state.over) router.history.back()
    else
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, event: undefined, step: undefined }),
        replace: true,
      })
  }, [router, navigate])
  return { open, close }
}
