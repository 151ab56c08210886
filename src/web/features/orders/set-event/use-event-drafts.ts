import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '#contract/drafts/drafts.ts'
import {
  eventDraftsQuery,
  fieldsOf,
  saveEventDraft,
  saveEventDraftParting,
} from '#web/features/orders/shared/set-event/event-drafts.ts'
import type { EventForm } from '#web/features/orders/shared/set-event/event-form.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { useDiscarded } from './use-discarded.ts'

/** Milliseconds without a key after which the typed values are saved. */
const PAUSE = 3000

interface Typed {
  eventId: number
  emailTemplateId: number | null
  comment: string
  date: string | null
}
interface DraftOptions {
  orderId: number
  baseVersion: string | null
  timeZone: string
}
type Fields = Pick<EventForm, 'values' | 'isDirty' | 'setFieldValue'>

/** Typed values; null while nothing is typed. */
function typedIn({ values, isDirty }: Fields, timeZone: string): Typed | null {
  if (!isDirty()) return null
  const { eventId, emailTemplateId = null, comment, day, time } = values
  return { eventId: Number(eventId), emailTemplateId, comment: comment ?? '', date: instantOf(day, time, timeZone) }
}

/** A draft of its own for each open form: one that another tab writes to is left to that tab. */
const newOwn = (): { tab: string; revision: number | null } => ({ tab: crypto.randomUUID(), revision: null })

/** Offers the drafts of an order's set-event form, and saves typed values as one. */
export function useEventDrafts(form: Fields, { orderId, timeZone, baseVersion }: DraftOptions) {
  const found = useQuery(eventDraftsQuery(orderId))
  const discarded = useDiscarded(orderId)
  const own = useRef(newOwn())
  const [opened, setOpened] = useState<readonly string[]>([])
  const [rest, setRest] = useState<readonly string[]>([])
  const typed = typedIn(form, timeZone)
  const text = typed && JSON.stringify(typed)

  useEffect(() => {
    if (text === null) return
    const save = async () => {
      const values = JSON.parse(text)
      try {
        own.current.revision = (await saveEventDraft(orderId, { ...own.current, values, baseVersion })).revision
      } catch (error) {
        // Another tab goes on with this draft.
        if (error instanceof ApiError && error.code === 409) own.current = newOwn()
      }
    }
    const timer = setTimeout(() => void save(), PAUSE)
    const leavePage = () => {
      clearTimeout(timer)
      saveEventDraftParting(orderId, { ...own.current, values: JSON.parse(text), baseVersion })
    }
    window.addEventListener('pagehide', leavePage)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leavePage)
    }
  }, [text, orderId, baseVersion])

  const open = (draft: Draft) => {
    const { fields, rest: left } = fieldsOf(draft, timeZone)
    // Object.entries() forgets the keys of fieldsOf
    for (const [name, value] of Object.entries(fields)) form.setFieldValue(name as keyof typeof fields, value)
    setRest(left)
    setOpened([...opened, draft.tab])
    if (draft.by === null) own.current = { tab: draft.tab, revision: draft.revision }
  }
  const offered = (found.data ?? []).filter(({ tab }) => tab !== own.current.tab && !opened.includes(tab))
  /** The drafts that are used up when the event is set. */
  const tabs = () => [...new Set([...opened, own.current.tab])].slice(-10)
  return { offered, rest, open, discarded, tabs }
}
