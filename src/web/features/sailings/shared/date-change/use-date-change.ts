import { useState } from 'react'
import { keysOf } from '#contract/lib/record-of.ts'
import type { Run } from '#contract/runs/runs.ts'
import { PLANNED_DATES } from '#contract/sailings/sailing-codes.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { ApiError, faultOf, messageOf } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { type Choices, countsOf, type Goes, isApplied, isMailed, newChoices } from './choices.ts'
import { changeDates, type DateSubject } from './date-change-calls.ts'
import { type How, NO_HOW } from './how-fields.tsx'
import { typedOf } from './typed-dates.ts'
import { usePreview } from './use-preview.ts'

/** Messages of a refusal at the fields of the form: 'dates.portEta' becomes the date's. */
function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.fields).map(([path, text]) => [path.replace(/^dates\./, ''), text]))
}

type Rows = NonNullable<ReturnType<typeof usePreview>['preview']>['orders']

/** Orders in the version that was previewed, with the choices for each. */
const ordersOf = (rows: Rows, choices: Choices, goes: Goes) =>
  rows.map((row) => {
    const choice = choices.get()[row.id]
    const { id, updatedAt } = row
    return {
      id,
      updatedAt: updatedAt ?? undefined,
      apply: isApplied(row, choice, goes),
      mail: isMailed(row, choice, goes),
    }
  })

/** Sends once, however often it is pressed; a refusal stays until something is edited. */
function useSend() {
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const send = async (call: () => Promise<void>): Promise<boolean> => {
    setSending(true)
    setRefused(null)
    try {
      await call()
      return true
    } catch (error) {
      setRefused(error)
      if (Object.keys(refusedFields(error)).length === 0) showError(error)
      return false
    } finally {
      setSending(false)
    }
  }
  return { sending, refused, send, forget: () => setRefused(null) }
}

/** The form of a change of dates: typed values, their preview, and sending. */
export function useDateChange(subject: DateSubject, onStarted: (run: Run) => void) {
  const { timeZone } = useDates()
  const [typed, setTyped] = useState(() => typedOf({ ...subject.dates, ...subject.suggested }, timeZone))
  const [how, setHow] = useState<How>(NO_HOW)
  const [shown, show] = useState<number | null>(null)
  const [choices] = useState(newChoices)
  const { sending, refused, send, forget } = useSend()
  const keyOf = useSubmissionKey()
  const { shift, eventId, emailTemplateId, comment, reasonCode, onePerClient } = how
  const mode = shift ? 'shift' : 'set'
  const chosen = { mode, eventId, emailTemplateId, comment, onePerClient } as const
  const { preview, ...asking } = usePreview(subject, typed, { ...chosen, orderId: shown }, timeZone)
  const goes = { event: eventId !== null, mail: emailTemplateId !== null }
  const counted = countsOf(preview?.orders ?? [], useStore(choices), goes)
  const counts = { ...counted, mails: onePerClient ? counted.clients : counted.mails }
  const fields = { ...refusedFields(asking.failure), ...refusedFields(refused) }
  const atField = [...PLANNED_DATES, ...keysOf(how)].some((field) => fields[field])
  const failure = refused ?? asking.failure

  const submit = async () => {
    if (!preview || sending || asking.waiting) return
    const orders = ordersOf(preview.orders, choices, goes)
    const body = { ...chosen, dates: asking.dates, orders, reasonCode, updatedAt: preview.updatedAt ?? undefined }
    const call = async () => onStarted(await changeDates(subject.path, body, keyOf(body)))
    if (!(await send(call))) asking.again()
  }
  const edited =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      forget()
      set(value)
    }
  return {
    typed,
    how,
    choices,
    goes,
    counts,
    preview,
    shown,
    show,
    submit,
    sending,
    timeZone,
    waiting: asking.waiting,
    dirty: asking.dirty,
    setTyped: edited(setTyped),
    setHow: edited(setHow),
    // The cast: messages of the dates are never undefined.
    errors: { ...fields, ...asking.errors } as Record<string, string>,
    fault: failure && !atField ? (faultOf(failure) ?? { message: messageOf(failure), requestId: null }) : null,
  }
}
