import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface TryDialogProps<Answer extends { ok: boolean }> {
  /** The record that is tried: its list, and its id and name. */
  of: { key: string; id: number; name: string }
  ask: (id: number, signal: AbortSignal) => Promise<Answer>
  /** What a good answer is headed with; a bad one says that it cannot be read. */
  heading: (answer: Answer) => string
  onClose: () => void
  children: (answer: Answer) => ReactNode
}

/** Tries what a record connects to, and says what it answered; nothing is kept. */
export function TryDialog<Answer extends { ok: boolean }>(props: TryDialogProps<Answer>) {
  const { of, ask, heading, onClose, children } = props
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [of.key, 'try', of.id],
    queryFn: ({ signal }) => ask(of.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const fault = faultOf(error)
  return (
    <Dialog opened onClose={onClose} title={`Try ${of.name}`}>
      {fault && <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !fault && <LoadingBlock height={70} />}
      {data && (
        <Notice
          warn={!data.ok}
          role={data.ok ? 'status' : 'alert'}
          title={data.ok ? heading(data) : 'It cannot be read'}
        >
          {children(data)}
        </Notice>
      )}
      <DialogButtons cancel="Close" onCancel={onClose} />
    </Dialog>
  )
}
