import type { AttentionItem } from '#contract/attention/attention.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { changeAll, countedItems, doneOf } from './change-several.ts'

/** True for an item that I have claimed. */
export const isMine = ({ claimedBy }: Pick<AttentionItem, 'claimedBy'>) =>
  claimedBy !== null && claimedBy.id === queryClient.getQueryData(sessionQuery.queryKey)?.id

/** Claims items, or releases them if I claimed the first; a colleague's claim is named. */
export function claimOrRelease(items: readonly AttentionItem[]): void {
  const mine = items.slice(0, 1).some(isMine)
  const claim = async () => {
    const refused = await changeAll(items, mine ? 'release' : 'claim')
    const [done, several] = [mine ? 'released' : 'claimed for four hours', items.length > 1]
    if (several) showSuccess(`${countedItems(doneOf(items, refused).length)} ${done}`)
    else showSuccess(mine ? 'Released' : 'Claimed for four hours')
    for (const { reason } of refused.slice(0, 1)) showError(new Error(reason))
  }
  void claim().catch(showError)
}
