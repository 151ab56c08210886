import type { AttentionItem } from '#contract/attention/attention.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { sessionQuery } from '#web/model/session/session.ts'
import { claimItem, releaseItem } from './attention.ts'

/** True for what I have claimed. */
export const isMine = ({ claimedBy }: Pick<AttentionItem, 'claimedBy'>) =>
  claimedBy !== null && claimedBy.id === queryClient.getQueryData(sessionQuery.queryKey)?.id

/** Claims an item, or releases one that I claimed; somebody else's says whose it is. */
export function claimOrRelease(item: AttentionItem): void {
  const mine = isMine(item)
  void (mine ? releaseItem(item.id) : claimItem(item.id)).then(
    () => showSuccess(mine ? 'Released' : 'Claimed for four hours'),
    (error) => showError(error),
  )
}
