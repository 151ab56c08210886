import type { EventRecord } from '#contract/reference/events.ts'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { QuestionBox } from './question-box.tsx'
import type { useSetEvent } from './use-set-event.ts'

interface EventQuestionProps {
  form: Pick<ReturnType<typeof useSetEvent>, 'conflict' | 'asked' | 'fields'>
  next: EventRecord | undefined
}

/** Asks before an unusual event is set, or if someone else set one meanwhile. */
export function EventQuestion({ form, next }: EventQuestionProps) {
  const { conflict, asked, fields } = form
  if (!conflict && asked.length === 0) return null
  const sentences = [...(conflict ? [conflict.message] : []), ...asked]
  return (
    <QuestionBox
      title={conflict ? 'This order has changed since you opened it' : 'Please check'}
      sentences={sentences}
      confirm={`Set ${next?.name ?? 'it'} anyway`}
      busy={fields.saving}
    >
      {conflict?.current?.comment && <div className={classes.dim}>Its comment: {conflict.current.comment}</div>}
      {conflict && !conflict.current && <div className={classes.dim}>The order has no event now.</div>}
    </QuestionBox>
  )
}
