import { useRef, useState } from 'react'
import { ApiError, faultOf, isOwnChoice, needsAnswer } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/feedback/toast.ts'

interface SentForm {
  /** The form's values: only messages at their fields are its own. */
  values: object
  /** Takes the server's messages by field. */
  refused: (errors: Record<string, string>) => void
}

/**
 * Sends a form once, however often it is pressed. The server's messages go to their fields; anything else,
 * and every server failure, is a toast. A failure that can only be retried also stays in the form as `fault`
 * until it is sent again; with `keepRefusals`, so do refusals.
 */
export function useSending({ keepRefusals = false } = {}) {
  const [saving, setSaving] = useState(false)
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>(null)
  const busy = useRef(false)

  const send = async (save: () => Promise<unknown>, { values, refused }: SentForm) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFault(null)
    try {
      await save()
    } catch (error) {
      const atFields = fieldsIn(error, values)
      const refusedAtFields = Object.keys(atFields).length > 0
      if (refusedAtFields) refused(atFields)
      if (!refusedAtFields || needsAnswer(error)) showError(error)
      if (needsAnswer(error) || (keepRefusals && !refusedAtFields && !isOwnChoice(error))) setFault(faultOf(error))
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  return { send, saving, fault }
}

/** Messages of a failed call that belong to fields of the form. */
function fieldsIn(error: unknown, values: object): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.fields).filter(([path]) => (path.split('.', 1)[0] ?? '') in values))
}
