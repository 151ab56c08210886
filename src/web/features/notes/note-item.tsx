import { Checkbox } from '@mantine/core'
import { IconEdit, IconLock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Role } from '#contract/accounts/session.ts'
import type { Note } from '#contract/notes/notes.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { piecesOf } from './mentions.ts'
import { NoteForm } from './note-form.tsx'
import classes from './notes.module.css'
import { changeNote, removeNote } from './shared/notes.ts'

interface NoteItemProps {
  note: Note
  /** True beside the date of the note, which need not stand in it then. */
  dated?: boolean
}

/** A note with its task and its earlier texts. A colleague's note can be ticked off, not rewritten. */
export function NoteItem({ note, dated = false }: NoteItemProps) {
  const { dateTime } = useDates()
  const user = useSessionUser()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const own = note.authorId === user?.id
  const author = note.author?.name ?? 'Quayside'
  const actions = [
    ...(own ? [{ label: 'Edit', icon: IconEdit, onClick: () => setEditing(true) }] : []),
    ...(own || user?.role.includes(Role.ADMIN)
      ? [{ label: 'Remove', icon: IconTrash, onClick: () => setRemoving(true) }]
      : []),
  ]
  return (
    <article className={classes.note} aria-label={`Note of ${author}, ${dateTime(note.createdAt)}`}>
      <div className={classes.head}>
        <b>{author}</b>
        <span className={classes.dim}>
          {[!dated && dateTime(note.createdAt), note.editedAt && `edited ${dateTime(note.editedAt)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classes.internal}>
          <IconLock size={12} aria-hidden />
          Internal
        </span>
        {actions.length > 0 && (
          <RowMenu label={`Change the note of ${author}, ${dateTime(note.createdAt)}`} actions={actions} />
        )}
      </div>
      {editing ? (
        <NoteForm
          note={note}
          confirm="Save"
          save={async (typed) => {
            await changeNote(note, { ...typed, updatedAt: note.updatedAt })
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <NoteText text={note.body} mentioned={note.mentioned} />
          <Task note={note} />
          <Versions versions={note.versions} />
        </>
      )}
      {removing && <RemoveNote note={note} onClose={() => setRemoving(false)} />}
    </article>
  )
}

/** A plain text, with the people it mentions. */
function NoteText({ text, mentioned }: { text: string; mentioned: Note['mentioned'] }) {
  return (
    <p className={classes.text}>
      {piecesOf(text, mentioned).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which change together
        piece.person ? <strong key={index}>{piece.text}</strong> : <span key={index}>{piece.text}</span>,
      )}
    </p>
  )
}

/** The task of a note: by when and by whom it is done. */
function Task({ note }: { note: Note }) {
  const { dateTime } = useDates()
  const { run, busy } = useAttempt()
  if (!note.dueAt && !note.assigneeId && !note.doneAt) return null
  const late = note.dueAt !== null && note.doneAt === null && Date.parse(note.dueAt) < Date.now()
  const due = note.dueAt ? `${late ? 'overdue since' : 'due'} ${dateTime(note.dueAt)}` : null
  const who = note.assignee ? `For ${note.assignee.name}` : note.assigneeId ? 'Unassigned' : 'To do'
  const what = note.doneAt
    ? `Done by ${note.doneBy?.name ?? 'somebody'}, ${dateTime(note.doneAt)}`
    : [who, due].filter(Boolean).join(', ')
  return (
    <Checkbox
      className={classes.done}
      data-late={late || undefined}
      label={what}
      checked={note.doneAt !== null}
      disabled={busy}
      onChange={(event) => {
        const done = event.currentTarget.checked
        void run(() => changeNote(note, { done }))
      }}
    />
  )
}

/** Earlier texts of the note. */
function Versions({ versions }: Pick<Note, 'versions'>) {
  const { dateTime } = useDates()
  if (versions.length === 0) return null
  return (
    <details className={classes.versions}>
      <summary>{versions.length === 1 ? '1 earlier version' : `${versions.length} earlier versions`}</summary>
      <ul>
        {versions.map(({ body, until }) => (
          <li key={until}>
            <span className={classes.dim}>until {dateTime(until)}</span>
            <p className={classes.text}>{body}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function RemoveNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const { run, forget: _, ...attempt } = useAttempt()
  const remove = async () => {
    if (!(await run(() => removeNote(note)))) return
    showSuccess('The note was removed')
    onClose()
  }
  return (
    <Confirm
      opened
      title="Remove this note?"
      confirm="Remove"
      danger
      {...attempt}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      Its text stays in the history of the order.
    </Confirm>
  )
}
