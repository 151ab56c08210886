import { Modal, Select } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { renderInApp } from '#web/test/render.tsx'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { useShortcuts } from './shortcuts.ts'

const KEYS = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'Home', 'F2', 'j', 'k', 'g', 'x', '/']

const ran = vi.fn()
const seen = vi.fn()
function Page() {
  useShortcuts({ j: ran })
  return <input aria-label="Name" onKeyDown={seen} onKeyDownCapture={seen} />
}

test.each(KEYS_OF_COMPOSITIONS)('no key %s reaches a field, the page or a shortcut; the next one does', (_, how) => {
  ran.mockReset()
  seen.mockReset()
  renderInApp(<Page />)
  const field = screen.getByLabelText('Name')
  for (const on of [window, document] as const) {
    on.addEventListener('keydown', seen, true)
    on.addEventListener('keydown', seen)
  }
  for (const key of KEYS) fireEvent.keyDown(field, { key, ...how })
  fireEvent.keyDown(document.body, { key: 'j', ...how })
  expect(seen).not.toHaveBeenCalled()
  expect(ran).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  fireEvent.keyDown(document.body, { key: 'j', keyCode: 74 })
  expect(seen).toHaveBeenCalledTimes(10)
  expect(ran).toHaveBeenCalledOnce()
  for (const on of [window, document] as const) {
    on.removeEventListener('keydown', seen, true)
    on.removeEventListener('keydown', seen)
  }
})

test('a key that the input method left to the page does nothing there; one that it took is not touched', () => {
  renderInApp(<input aria-label="Name" />)
  const field = screen.getByLabelText('Name')
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 13 })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })).toBe(true)
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true)
})

test.each(KEYS_OF_COMPOSITIONS)('Escape %s closes no dialog and no popup', async (_, how) => {
  const closeDialog = vi.fn()
  const closePopup = vi.fn()
  const { unmount } = renderInApp(
    <Modal opened onClose={closeDialog} title="A dialog">
      <input aria-label="In the dialog" />
    </Modal>,
  )
  fireEvent.keyDown(await screen.findByLabelText('In the dialog'), { key: 'Escape', ...how })
  expect(closeDialog).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('In the dialog'), { key: 'Escape', keyCode: 27 })
  expect(closeDialog).toHaveBeenCalledOnce()
  unmount()
  renderInApp(
    <Popup label="A popup" opened onChange={closePopup} target={(target) => <button type="button" {...target} />}>
      <input aria-label="In the popup" />
    </Popup>,
  )
  fireEvent.keyDown(await screen.findByLabelText('In the popup'), { key: 'Escape', ...how })
  expect(closePopup).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('In the popup'), { key: 'Escape', keyCode: 27 })
  expect(closePopup).toHaveBeenCalledExactlyOnceWith(false)
})

test.each(KEYS_OF_COMPOSITIONS)('Enter %s picks no option of a select', async (_, how) => {
  const picked = vi.fn()
  renderInApp(<Select aria-label="Port" searchable data={['Ningbo', 'Ningde']} onChange={picked} />)
  const port = screen.getByRole('combobox', { name: 'Port' })
  fireEvent.click(port)
  fireEvent.change(port, { target: { value: 'ning' } })
  await screen.findByRole('option', { name: 'Ningbo' })
  const press = (key: string, more: object) => fireEvent.keyDown(port, { key, code: key, ...more })
  press('ArrowDown', { keyCode: 40 })
  press('Enter', how)
  expect(picked).not.toHaveBeenCalled()
  press('Enter', { keyCode: 13 })
  expect(picked).toHaveBeenCalledOnce()
})

test('an editor sees the keys of its own compositions, the dialog around it does not', () => {
  const inside = vi.fn()
  const around = vi.fn()
  renderInApp(
    <div role="dialog" aria-label="Around" tabIndex={-1} onKeyDown={around}>
      <div contentEditable suppressContentEditableWarning data-testid="editor">
        text
      </div>
    </div>,
  )
  const editor = screen.getByTestId('editor')
  editor.addEventListener('keydown', inside)
  fireEvent.keyDown(editor, { key: 'Escape', isComposing: true, keyCode: 229 })
  expect(inside).toHaveBeenCalledOnce()
  expect(around).not.toHaveBeenCalled()
  fireEvent.keyDown(editor, { key: 'Escape', keyCode: 27 })
  expect(around).toHaveBeenCalledOnce()
})
