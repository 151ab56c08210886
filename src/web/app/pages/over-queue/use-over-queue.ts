import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import type { Act } from '#web/features/attention/shared/item-actions.ts'
import { useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import type { Taken } from './over-queue.tsx'

/**
 * Actions on items of the queue, on any page: `act` takes one, `taken` is what it opens (`OverQueue` shows it)
 * until `close`, which reads the queue again.
 */
export function useOverQueue() {
  const router = useRouter()
  const { open: setEvent } = useSetEventOver()
  const [taken, setTaken] = useState<Taken | null>(null)
  const [act] = useState(
    (): Act => (action, items) => {
      const orderId = items.length === 1 ? (items[0]?.orderId ?? null) : null
      if (action.kind === 'webhooks') return void router.navigate({ to: '/integrations', search: { tab: 'webhooks' } })
      if (action.kind === 'rates')
        return void router.navigate({ to: '/freight', search: { set: Number(items[0]?.detail.setId) } })
      if (action.kind === 'mail-in' || action.kind === 'mail-reply') {
        const search = { mail: Number(items[0]?.detail.mailId), reply: action.kind === 'mail-reply' || undefined }
        return void router.navigate({ to: '/inbox', search })
      }
      if (action.kind === 'mailboxes')
        return void router.navigate({ to: '/integrations', search: { tab: 'mailboxes' } })
      if (action.kind === 'sailing-page')
        return void router.navigate({ href: `/sailings/${Number(items[0]?.sailing?.id)}` })
      if (action.kind === 'feeds') return void router.navigate({ to: '/integrations', search: { tab: 'feeds' } })
      if (action.kind === 'offer') return void router.navigate({ href: `/offers/${Number(items[0]?.detail.offerId)}` })
      // One order has the form with notes and documents, unless a milestone is asked for.
      const isForm = action.kind === 'set-event' || (action.kind === 'event' && !action.milestone)
      if (isForm && items.length === 1) return orderId === null ? undefined : setEvent(orderId)
      setTaken({ action, items })
    },
  )
  const close = () => {
    setTaken(null)
    void refreshQueue()
  }
  return { act, taken, close }
}
