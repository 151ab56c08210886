import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import classes from './notes.module.css'
import { addNote, notesQuery } from './shared/notes.ts'
import { readOrder } from './shared/notifications.ts'

const STEP = 50

/** The notes of an order, newest first, below the form for another one. */
export function NotesList({ orderId }: { orderId: number }) {
  const [most, setMost] = useState(STEP)
  const query = useQuery(notesQuery(orderId, most))
  const key = useRef(newIdempotencyKey())
  useEffect(() => readOrder(orderId), [orderId])
  const fault = faultOf(query.error)
  return (
    <div className={classes.notes}>
      <p className={classes.band}>
        <IconLock size={16} aria-hidden />
        <span>
          <b>Internal.</b> Only staff see notes; clients never do.
        </span>
      </p>
      <NoteForm
        confirm="Add note"
        save={async (typed) => {
          await addNote(orderId, typed, key.current)
          key.current = newIdempotencyKey()
        }}
      />
      {fault && !query.data && <Fault {...fault} onRetry={() => void query.refetch()} />}
      {!query.data && !fault && <LoadingBlock height={120} />}
      {query.data?.totalCount === 0 && <p className={classes.dim}>No notes on this order yet.</p>}
      <ul className={classes.list} aria-label="Notes">
        {query.data?.items.map((note) => (
          <li key={note.id}>
            <NoteItem note={note} />
          </li>
        ))}
      </ul>
      {query.data && query.data.totalCount > query.data.items.length && (
        <Button variant="default" loading={query.isFetching} onClick={() => setMost(most + STEP)}>
          Show earlier notes
        </Button>
      )}
    </div>
  )
}
