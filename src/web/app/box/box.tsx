import { Loader, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { parsePastedCodes } from '#contract/search/pasted-codes.ts'
import { boxStart } from '#web/lib/browser/box.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useReturnFocus } from '#web/ui/dialog/return-focus.ts'
import classes from './box.module.css'
import { Option, optionId, Sections } from './box-list.tsx'
import { type BoxRow, newOrderFor } from './box-rows.ts'
import { statusOf } from './box-status.ts'
import { takeEarlyKeys } from './early-keys.ts'
import { commandIn } from './record-commands.ts'
import { useBoxRows } from './use-box-rows.ts'
import { useChoice } from './use-choice.ts'
import { useFound } from './use-found.ts'
import { useEarlyEnter, useOpening } from './use-opening.ts'

const LABEL = 'Find anything, or do something'
const LIST_ID = 'box-list'

/** The box that finds anything: records by number and name, pages, and the actions that are possible here. */
export function Box({ opened }: { opened: boolean }) {
  useReturnFocus(opened)
  const { open, gone, close } = useOpening()
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      padding={0}
      size={640}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      // The box opens over an open dialog.
      zIndex={400}
      // A className on Modal.Content would go to the frame around it too, and hide the page.
      classNames={{ content: classes.box }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={LABEL}>
        <Modal.Body className={classes.body}>
          <Inside open={open} gone={gone} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type InsideProps = Pick<ReturnType<typeof useOpening>, 'open' | 'gone'>

/** The rows for a text, and the line below them. */
function useAnswer(text: string, gone: InsideProps['gone']) {
  const client = newOrderFor(text)
  const command = client === null ? commandIn(text) : null
  const found = useFound(client ?? command?.name ?? text)
  const { top, sections } = useBoxRows({ text, client, command, found, gone: gone.keys })
  const rows = [...(top ? [top] : []), ...sections.flatMap((section) => section.rows)]
  const count = rows.filter(({ beside }) => !beside).length
  return {
    found,
    top,
    sections,
    rows,
    // The first record has a reserved height while it is looked for, so that rows below do not move when it arrives.
    isReserved: found.pending && client === null && command === null,
    status: statusOf({ text, client, command, found, count, gone: gone.label }),
  }
}

function Inside({ open, gone }: InsideProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // Mantine gives the focus a moment later, which loses keys.
    field.current?.focus({ preventScroll: true })
    setText(boxStart.get() + takeEarlyKeys())
    boxStart.set('')
  }, [])
  const { found, top, sections, rows, isReserved, status } = useAnswer(text, gone)
  const { chosen, choose, step } = useChoice(rows, text)
  const openRow = (row: BoxRow, newTab = false) => (row.fill ? setText(row.fill) : void open(row, newTab))
  const enterEarly = useEarlyEnter(
    text,
    rows.find(({ beside }) => !beside),
    openRow,
  )

  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = STEPS[event.key]
    if (event.key === 'Enter') {
      if (chosen) openRow(chosen, event.ctrlKey || event.metaKey)
      else if (found.pending) enterEarly()
    } else if (steps) step(steps)
    else if (isCopy(event) && chosen?.copy) copy(chosen.copy)
    else return
    event.preventDefault()
  }
  const options = { chosen, onChoose: (row: BoxRow) => choose(row.key), onOpen: openRow }
  return (
    <>
      <div className={classes.head}>
        {found.pending ? (
          <Loader size={18} aria-hidden />
        ) : (
          <IconSearch size={18} aria-hidden className={classes.icon} />
        )}
        <input
          ref={field}
          className={classes.field}
          role="combobox"
          aria-label={LABEL}
          aria-expanded
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          placeholder="Code, container, PO, name, page …"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={(event) => paste(event, setText)}
          onKeyDown={key}
        />
      </div>
      <div id={LIST_ID} role="listbox" aria-label="Results" className={classes.list}>
        <div className={classes.top} role="presentation" data-used={isReserved || undefined}>
          {top ? <Option row={top} {...options} /> : isReserved && <Searching />}
        </div>
        <Sections sections={sections} {...options} />
      </div>
      <Foot status={status} found={found} />
    </>
  )
}

const Foot = ({ status, found }: { status: string; found: ReturnType<typeof useFound> }) => (
  <div className={classes.foot}>
    <span role="status" className={classes.status}>
      {status}
    </span>
    {found.error && (
      <button type="button" className={classes.retry} onClick={found.retry}>
        Retry
      </button>
    )}
    <span className={classes.hints} aria-hidden>
      <kbd>↵</kbd> open <kbd>Ctrl ↵</kbd> new tab <kbd>Ctrl C</kbd> copy
    </span>
  </div>
)

/** In place of a record; the status below has the details. */
const Searching = () => (
  <div className={classes.note} aria-hidden>
    Searching …
  </div>
)

const PAGE = 8
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

/** True for Ctrl+C with nothing selected in the field. */
const isCopy = ({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
  key.toLowerCase() === 'c' && (ctrlKey || metaKey) && currentTarget.selectionStart === currentTarget.selectionEnd

function copy(text: string): void {
  void navigator.clipboard.writeText(text).then(() => showSuccess(`Copied ${text.includes('\n') ? 'the codes' : text}`))
}

/** Pastes lines with a separator, since a field of one line would run them together. */
function paste(event: ClipboardEvent<HTMLInputElement>, setText: (text: string) => void): void {
  const pasted = event.clipboardData.getData('text')
  const lines = pasted.split(/[\r\n]+/).flatMap((line) => line.trim() || [])
  if (lines.length < 2) return
  event.preventDefault()
  const field = event.currentTarget
  const { value, selectionStart, selectionEnd } = field
  const before = value.slice(0, selectionStart ?? value.length)
  const inserted = before + lines.join(parsePastedCodes(pasted).length > 0 ? '; ' : ' ')
  flushSync(() => setText(inserted + value.slice(selectionEnd ?? value.length)))
  field.setSelectionRange(inserted.length, inserted.length)
}
