import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { type Stuck, stuckCountQuery, useRetryAll } from './mail-queries.ts'

/** Sends failed or unsent mails again, all or those that match the search; asks first, with their number. */
export function RetryAll({ state, search }: { state: Stuck; search: string }) {
  const mailConfigured = useSettings()?.mailConfigured ?? true
  const [asking, setAsking] = useState(false)
  const [progress, setProgress] = useState('')
  const stuck = useQuery({ ...stuckCountQuery(state, search), enabled: asking })
  const retry = useRetryAll((done, of) => setProgress(`${done} of ${of}`))
  const count = stuck.isFetching ? undefined : stuck.data
  const fault = stuck.isFetching ? null : faultOf(stuck.error)
  const label = search ? `Retry ${state} matches` : `Retry all ${state}`
  const start = () => {
    setAsking(false)
    retry.mutate({ state, search, total: count ?? 0 })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={retry.isPending}
        onClick={() => setAsking(true)}
      >
        {retry.isPending ? `Retrying ${progress}` : label}
      </Button>
      <Confirm
        opened={asking}
        title={label}
        confirm="Send again"
        disabled={!count}
        onConfirm={start}
        onCancel={() => setAsking(false)}
      >
        {fault ? (
          <Fault {...fault} onRetry={() => void stuck.refetch()} />
        ) : (
          questionOf(count, state, search, mailConfigured)
        )}
      </Confirm>
    </>
  )
}

function questionOf(count: number | undefined, state: Stuck, search: string, mailConfigured: boolean): string {
  const found = search ? ` matching "${search}"` : ''
  if (count === undefined) return `Counting the ${state} mails…`
  if (count === 0) return `There are no ${state} mails${found}.`
  const [mails, they] = count === 1 ? [`1 ${state} mail`, 'it'] : [`${count} ${state} mails`, 'they']
  if (!mailConfigured)
    return `${mails}${found} will be queued again. No mail server is configured, so nothing is sent yet.`
  return `${mails}${found} will be sent again to everyone ${they} did not reach.`
}
