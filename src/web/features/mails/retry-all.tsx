import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { failedCountQuery, useRetryAll } from './mail-queries.ts'

/** Sends the failed mails again, all or those that match the search; asks first, with their number. */
export function RetryAll({ search }: { search: string }) {
  const [asking, setAsking] = useState(false)
  const [progress, setProgress] = useState('')
  const failed = useQuery({ ...failedCountQuery(search), enabled: asking })
  const retry = useRetryAll((done, of) => setProgress(`${done} of ${of}`))
  const count = failed.isFetching ? undefined : failed.data
  const fault = failed.isFetching ? null : faultOf(failed.error)
  const label = search ? 'Retry failed matches' : 'Retry all failed'
  const start = () => {
    setAsking(false)
    retry.mutate({ search, total: count ?? 0 })
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
        {fault ? <Fault {...fault} onRetry={() => void failed.refetch()} /> : questionOf(count, search)}
      </Confirm>
    </>
  )
}

function questionOf(count: number | undefined, search: string): string {
  const found = search ? ` matching "${search}"` : ''
  if (count === undefined) return 'Counting the failed mails…'
  if (count === 0) return `There are no failed mails${found}.`
  const [mails, they] = count === 1 ? ['1 failed mail', 'it'] : [`${count} failed mails`, 'they']
  return `${mails}${found} will be sent again to everyone ${they} did not reach.`
}
