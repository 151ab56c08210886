import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { eventPreviewQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'

const TYPING_PAUSE_MS = 250

interface MailSource {
  orderId: number
  eventId: number
  /** Unix seconds as text; null while the typed date is invalid. */
  date: string | null
  comment: string
  /** Ids of documents that are stored already. */
  documents: readonly number[]
}

/**
 * The mail that setting the event would send, updated after a pause in typing; the answer to the latest input
 * wins. The suggested template's mail is fetched ahead, so that its warnings show as soon as it is chosen.
 */
export function useMailPreview(source: MailSource, templateId: number | null, suggestedId: number | null) {
  const { orderId, eventId, documents } = source
  const [comment] = useDebouncedValue(source.comment, TYPING_PAUSE_MS)
  const [date] = useDebouncedValue(source.date, TYPING_PAUSE_MS)
  const input = { eventId, date, comment, documents: [...documents] }
  const options = (id: number) => eventPreviewQuery(orderId, id, input)
  const client = useQueryClient()
  const prefetch = useEffectEvent((id: number) => void client.prefetchQuery(options(id)))
  useEffect(() => {
    if (suggestedId !== null) prefetch(suggestedId)
  }, [suggestedId])
  const query = useQuery({ ...options(templateId ?? 0), enabled: templateId !== null && date !== null })
  const settled = comment === source.comment && date === source.date
  return { query, waiting: !settled || query.isFetching }
}
