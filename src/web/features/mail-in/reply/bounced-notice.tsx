import { useQueries } from '@tanstack/react-query'
import { MailState } from '#contract/codes/mail-state.ts'
import { listOf } from '#contract/lib/envelope.ts'
import { mail } from '#contract/mail/mails.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** The last mail to an address that came back; null without any. */
const bouncedQuery = (address: string) => ({
  queryKey: ['mail-log', 'bounced', address],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { state: MailState.BOUNCED, search: address, page: 1, per_page: 20, 'order[id]': 'desc' }
    const { items } = await request(listOf(mail), 'admin/mail', { query, signal })
    const isTo = (other: string) => other.toLowerCase() === address.toLowerCase()
    const found = items.flatMap(({ deliveries }) =>
      deliveries.filter((delivery) => delivery.state === MailState.BOUNCED && isTo(delivery.address)),
    )
    return found[0] ?? null
  },
  staleTime: 60_000,
})

/** Warns of addresses from which an earlier mail came back. */
export function BouncedNotice({ addresses }: { addresses: readonly string[] }) {
  const { dateTime } = useDates()
  const found = useQueries({ queries: [...new Set(addresses)].slice(0, 20).map(bouncedQuery) })
  return (
    <div role="status">
      {found.map(
        ({ data }) =>
          data && (
            <Notice key={data.id} warn title={`An earlier mail to ${data.address} came back`}>
              {[data.bounce ? dateTime(data.bounce.at) : '', data.reason ?? ''].filter(Boolean).join(': ')}
            </Notice>
          ),
      )}
    </div>
  )
}
