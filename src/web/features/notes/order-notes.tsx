import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import classes from './notes.module.css'
import { addNote, notesQuery } from './shared/notes.ts'
import { readOrder } from './shared/notifications.ts'

const route = getRouteApi('/staff/orders/$orderId')
const STEP = 50

/** The notes of an order as its history has them: a form, a line for each, and what brings earlier ones. */
export function useOrderNotes(orderId: number) {
  const [most, setMost] = useState(STEP)
  const query = useQuery(notesQuery(orderId, most))
  const { data } = query
  const fault = data ? null : faultOf(query.error)
  const lines = data?.items.map((note) => ({
    key: `note ${note.id}`,
    at: note.createdAt,
    content: <NoteItem note={note} dated />,
  }))
  return {
    form: (
      <>
        <QuickNote orderId={orderId} />
        {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      </>
    ),
    // Without its notes, offline for example, the history still has its events.
    lines: lines ?? (fault || query.isPaused ? [] : undefined),
    older: data && data.totalCount > data.items.length && (
      <Button variant="default" loading={query.isFetching} onClick={() => setMost(most + STEP)}>
        Show earlier notes
      </Button>
    ),
  }
}

/** The form of a new note, one line until it is used. The address `?notes=true` leads into it. */
function QuickNote({ orderId }: { orderId: number }) {
  const { notes = false } = route.useSearch()
  const navigate = route.useNavigate()
  const key = useRef(newIdempotencyKey())
  const place = useRef<HTMLDivElement>(null)
  const some = (useQuery(notesQuery(orderId)).data?.totalCount ?? 0) > 0
  useEffect(() => {
    if (some) readOrder(orderId)
  }, [some, orderId])
  useEffect(() => {
    if (!notes) return
    place.current?.querySelector('textarea')?.focus()
    place.current?.scrollIntoView({ block: 'center' })
    // The address led here; it says nothing about what is shown, and the next press leads here again.
    const search = (before: object) => ({ ...before, notes: undefined, tab: undefined, panel: undefined })
    void navigate({ search, replace: true, resetScroll: false, ignoreBlocker: true })
  }, [notes, navigate])
  return (
    <div ref={place} className={classes.quick}>
      <NoteForm
        quick
        confirm="Add note"
        save={async (typed) => {
          await addNote(orderId, typed, key.current)
          key.current = newIdempotencyKey()
        }}
      />
    </div>
  )
}

/** How many notes an order has and how many are to do, as a button that leads to them. */
export function NotesFact({ orderId }: { orderId: number }) {
  const navigate = route.useNavigate()
  const { totalCount, open = 0 } = useQuery(notesQuery(orderId)).data ?? {}
  const value = totalCount === 0 ? 'None yet' : (totalCount ?? '\u00a0')
  const todo = open > 0 ? `${open} to do` : ''
  const show = () => void navigate({ search: (before) => ({ ...before, notes: true }), resetScroll: false })
  return (
    <UnstyledButton className={classes.fact} onClick={show}>
      <VisuallyHidden>Notes </VisuallyHidden>
      <b>{value}</b>
      <span>
        {todo && <VisuallyHidden>, </VisuallyHidden>}
        {todo}
      </span>
    </UnstyledButton>
  )
}
