import { queryOptions, useQuery } from '@tanstack/react-query'
import { applied, type DocumentRequirement, documentRequirements } from '#contract/papers/document-requirements.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

const apply = (id: number, preview: boolean, signal?: AbortSignal) =>
  request(applied, `${documentRequirements.path}/${id}/apply`, { method: 'POST', body: { preview }, signal })

const countQuery = (id: number) =>
  queryOptions({
    queryKey: [documentRequirements.key, 'apply', id],
    queryFn: ({ signal }) => apply(id, true, signal),
    staleTime: 0,
    gcTime: 0,
  })

const inWords = (count: number) => (count === 1 ? '1 open order' : `${count.toLocaleString('en')} open orders`)

/** Adds a requirement to the open orders that lack it, after saying how many they are. */
export function ApplyDialog({
  requirement: { id, name },
  onClose,
}: {
  requirement: DocumentRequirement
  onClose: () => void
}) {
  const { data, error, isFetching } = useQuery(countQuery(id))
  const { run, busy, fault } = useAttempt()
  const count = isFetching ? undefined : data?.orders
  const save = async () => {
    const done = await run(async () => {
      const { applied: added } = await apply(id, false)
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      showSuccess(`${name} was added to ${inWords(added)}`)
    })
    if (done) onClose()
  }
  return (
    <Confirm
      opened
      title={`Apply ${name} to open orders?`}
      confirm={count ? `Add to ${inWords(count)}` : 'Add'}
      disabled={!count}
      busy={busy}
      fault={fault ?? faultOf(error)}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      {count === undefined && 'Counting…'}
      {count === 0 && 'All open orders that it applies to have it already.'}
      {count !== undefined &&
        count > 0 &&
        `${inWords(count)} that it applies to lack it. What they have already stays as it is.`}
    </Confirm>
  )
}
