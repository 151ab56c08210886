import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runPreview } from '#contract/runs/start-run.ts'
import { appliesWords, mailsToWords } from '#web/features/runs/shared/run-words.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { PreviewDialog } from '#web/ui/dialog/preview-dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './told.module.css'
import type { Told } from './use-told.ts'

interface ToldPreviewProps {
  orderIds: readonly number[]
  told: Told
  /** When it happened, ISO 8601; null while that is not a date. */
  date: string | null
  comment?: string
}

/** The run that would set the event; with the mail of one order. Each answer stays until the next arrives. */
const toldQuery = ({ orderIds, told, date, comment = '' }: ToldPreviewProps, orderId: number | null) =>
  queryOptions({
    queryKey: ['runs', 'preview', 'told', orderIds, told, date, comment, orderId],
    queryFn: ({ signal }) => {
      const body = { kind: 'event', input: { ...told, date, comment }, selection: { ids: orderIds }, orderId }
      return request(runPreview, 'runs/preview', { method: 'POST', body, signal })
    },
    placeholderData: keepPreviousData,
    enabled: told.eventId !== null && date !== null && orderIds.length > 0,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

/** Orders and mails of the run that would set the event, and the text of the first mail on request. */
export function ToldPreview(props: ToldPreviewProps) {
  const [shown, setShown] = useState(false)
  const [first = null] = props.orderIds
  const { data, error, isFetching, refetch } = useQuery(toldQuery(props, first))
  const { told } = props
  if (told.eventId === null) return <div className={classes.preview} />
  const fault = faultOf(error)
  if (fault) return <Fault {...fault} onRetry={() => void refetch()} />
  const sample = data?.mails.sample
  return (
    <div className={classes.preview} aria-busy={isFetching}>
      <div role="status">
        {data ? [appliesWords(data), mailsToWords(data.mails)].filter(Boolean).join(' · ') : 'Counting…'}
      </div>
      {told.emailTemplateId !== null && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          disabled={!sample}
          onClick={() => setShown(true)}
        >
          Preview mail
        </Button>
      )}
      {shown && sample && (
        <PreviewDialog
          title={sample.subject}
          onClose={() => setShown(false)}
          html={sample.html}
          fault={null}
          onRetry={() => {}}
        >
          <p className={classes.to}>To {sample.to}</p>
        </PreviewDialog>
      )}
    </div>
  )
}
