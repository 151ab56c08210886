import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { theme } from '#web/ui/page/theme.ts'
import { Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useFocusAfter } from './return-focus.ts'

/** A page whose menu opens a dialog: its item goes when it is chosen, and a record may go with its row. */
function Records() {
  const [opened, setOpened] = useState(false)
  const [menu, setMenu] = useState(false)
  const [row, setRow] = useState(true)
  const ask = () => {
    setMenu(false)
    setOpened(true)
  }
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpened(true)}>
        Add
      </button>
      <button type="button" id="menu" onClick={() => setMenu(true)}>
        Actions
      </button>
      {menu && (
        <div role="menu" aria-labelledby="menu">
          <button type="button" role="menuitem" onClick={ask}>
            Edit
          </button>
        </div>
      )}
      <button type="button" onClick={() => setRow(false)}>
        Read again
      </button>
      {row && (
        <button type="button" onClick={() => setOpened(true)}>
          Row
        </button>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Question">
        <button
          type="button"
          onClick={() => {
            setRow(false)
            setOpened(false)
          }}
        >
          Delete
        </button>
      </Dialog>
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

/** Presses a focused button or menu item by keyboard. */
function press(element: HTMLElement): void {
  element.focus()
  fireEvent.click(element)
}

/** Opens the page and then the dialog, with `open`. */
async function opened(open: () => void): Promise<HTMLElement> {
  render(
    <MantineProvider env="test" theme={theme}>
      <Records />
    </MantineProvider>,
  )
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Question' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

test('a dialog gives the focus back to the button that opened it', async () => {
  await opened(() => press(button('Add')))
  pressEscape()
  await hasFocus(() => button('Add'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('opened by an item of a menu, it gives the focus back to the button of the menu', async () => {
  await opened(() => {
    press(button('Actions'))
    press(screen.getByRole('menuitem', { name: 'Edit' }))
  })
  pressEscape()
  await hasFocus(() => button('Actions'))
})

test('the page takes the focus if the element that opened the dialog is gone', async () => {
  await opened(() => press(button('Row')))
  press(button('Delete'))
  await hasFocus(() => screen.getByRole('main'))
})

test('the page takes the focus if that element goes a moment after the dialog', async () => {
  await opened(() => press(button('Row')))
  pressEscape()
  await hasFocus(() => button('Row'))
  fireEvent.click(button('Read again'))
  await hasFocus(() => screen.getByRole('main'))
})

/** A form whose Save button shows its progress until the server asks something over it. */
function Saving() {
  const [saving, setSaving] = useState(false)
  const [asked, setAsked] = useState(false)
  const [form, setForm] = useState(true)
  const save = () => {
    setSaving(true)
    setTimeout(() => setAsked(true), 20)
  }
  const answer = () => {
    setAsked(false)
    setSaving(false)
  }
  return (
    <Dialog opened={form} onClose={() => setForm(false)} title="Form">
      <button type="button" disabled={saving} onClick={save}>
        Save
      </button>
      {asked && (
        <Dialog opened onClose={answer} title="Question of the server">
          <button type="button">Answer</button>
        </Dialog>
      )}
    </Dialog>
  )
}

test('Escape closes only the dialog on top, and the focus returns to the button that showed its progress', async () => {
  render(
    <MantineProvider env="test" theme={theme}>
      <Saving />
    </MantineProvider>,
  )
  const save = await screen.findByRole('button', { name: 'Save' })
  press(save)
  // A browser takes the focus from a disabled button, jsdom does not.
  save.blur()
  const question = await screen.findByRole('dialog', { name: 'Question of the server' })
  await waitFor(() => expect(question.contains(document.activeElement)).toBe(true))
  pressEscape()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Question of the server' })).toBeNull())
  expect(screen.queryByRole('dialog', { name: 'Form' })).not.toBeNull()
  await hasFocus(() => button('Save'))
  pressEscape()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

/** A menu whose item leads through one dialog to another: a question, and its result. */
function Following() {
  const [menu, setMenu] = useState(false)
  const [at, setAt] = useState<'question' | 'outcome' | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = () => {
    setMenu(false)
    setAt('question')
  }
  const answer = () => {
    setBusy(true)
    setTimeout(() => setAt('outcome'), 20)
  }
  return (
    <main tabIndex={-1}>
      <button type="button" id="menu-of-two" onClick={() => setMenu(true)}>
        Actions
      </button>
      {menu && (
        <div role="menu" aria-labelledby="menu-of-two">
          <button type="button" role="menuitem" onClick={ask}>
            Renew
          </button>
        </div>
      )}
      {at === 'question' && (
        <Dialog opened onClose={() => {}} title="Question">
          <button type="button" disabled={busy} onClick={answer}>
            Yes
          </button>
        </Dialog>
      )}
      {at === 'outcome' && <Outcome onClose={() => setAt(null)} />}
    </main>
  )
}
const Outcome = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Outcome">
    <button type="button" data-autofocus>
      Copy
    </button>
  </Dialog>
)

test.each([
  ['keeps the focus until then', false],
  ['lost the focus as it showed its progress', true],
])('a dialog that follows another gives the focus back to what opened that one, whose button %s', async (_, loses) => {
  render(
    <MantineProvider env="test" theme={theme}>
      <Following />
    </MantineProvider>,
  )
  press(button('Actions'))
  press(screen.getByRole('menuitem', { name: 'Renew' }))
  const yes = await screen.findByRole('button', { name: 'Yes' })
  press(yes)
  if (loses) yes.blur()
  await hasFocus(() => screen.getByRole('button', { name: 'Copy' }))
  pressEscape()
  await hasFocus(() => button('Actions'))
})

/** A page whose Undo button goes once it has worked. */
function Once() {
  const [at, setAt] = useState<'offered' | 'busy' | 'gone' | 'over'>('offered')
  useFocusAfter(at === 'busy' || at === 'gone')
  const undo = () => {
    setAt('busy')
    setTimeout(() => setAt('gone'), 20)
    setTimeout(() => setAt('over'), 40)
  }
  return (
    <main tabIndex={-1}>
      {(at === 'offered' || at === 'busy') && (
        <button type="button" disabled={at === 'busy'} onClick={undo}>
          Undo
        </button>
      )}
    </main>
  )
}

test('a button that goes once it has worked leaves the focus to the page', async () => {
  render(<Once />)
  press(button('Undo'))
  await hasFocus(() => screen.getByRole('main'))
})

const form = { submit: () => {}, saving: false, fault: null, isDirty: () => false }

test('a dialog with a form begins at its first field, not at its cross', async () => {
  render(
    <MantineProvider theme={theme}>
      <FormDialog form={form} title="Receive" confirm="Receive" onClose={() => {}}>
        <input type="hidden" />
        <input aria-label="Locked" disabled />
        <input aria-label="Received" />
        <input aria-label="Time" />
      </FormDialog>
    </MantineProvider>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Received')))
})

test('a field that asks for the focus of its dialog gets it', async () => {
  render(
    <MantineProvider theme={theme}>
      <FormDialog form={form} title="Roll" confirm="Roll" onClose={() => {}}>
        <input aria-label="Sailing" />
        <input aria-label="Reason" data-autofocus />
      </FormDialog>
    </MantineProvider>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')))
})
