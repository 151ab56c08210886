import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useShortcutSwitch, useShortcuts } from './shortcuts.ts'

const pressed = vi.fn()

function Page() {
  const { on, flip } = useShortcutSwitch()
  useShortcuts({ e: pressed, '?': pressed })
  return (
    <>
      <button type="button" onClick={flip}>
        {on ? 'on' : 'off'}
      </button>
      <input aria-label="Search" />
      <div role="dialog">
        <button type="button">Close</button>
      </div>
    </>
  )
}

beforeEach(() => {
  pressed.mockClear()
  render(<Page />)
})
const flip = () => fireEvent.click(screen.getByRole('button', { name: /on|off/ }))

test('a single key runs its shortcut, with Shift where the key needs it', () => {
  fireEvent.keyDown(document.body, { key: 'e' })
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
  fireEvent.keyDown(document.body, { key: 'x' })
  fireEvent.keyDown(document.body, { key: 'toString' })
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('no shortcut fires in an input or dialog, with a modifier, or while a key repeats', () => {
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'e' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'e' })
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat'])
    fireEvent.keyDown(document.body, { key: 'e', [held]: true })
  expect(pressed).not.toHaveBeenCalled()
})

test('no shortcut fires while they are switched off, and the browser keeps the setting', () => {
  flip()
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(pressed).not.toHaveBeenCalled()
  expect(localStorage.getItem('quayside-shortcuts')).toBe('off')
  flip()
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(pressed).toHaveBeenCalledOnce()
  expect(localStorage.getItem('quayside-shortcuts')).toBeNull()
})
