import '#web/test/setup.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DropZone } from './drop-zone.tsx'
import { useFileDrop } from './use-file-drop.ts'

const taken = vi.fn()
const own = vi.fn()
const file = new File(['x'], 'packing list.pdf')
const withFile = { dataTransfer: { types: ['Files'], files: [file] } }

function Form({ busy }: { busy: boolean }) {
  const over = useFileDrop({ busy, onFiles: taken })
  return (
    <form data-testid="form" data-over={over}>
      <input aria-label="comment" />
      <DropZone label="zone" accept=".pdf" invalid={false} busy={busy} onFiles={own}>
        {() => 'zone'}
      </DropZone>
    </form>
  )
}

beforeEach(() => {
  taken.mockClear()
  own.mockClear()
})
test('takes files dropped anywhere, even beside the form', () => {
  render(<Form busy={false} />)
  expect(fireEvent.drop(screen.getByLabelText('comment'), withFile)).toBe(false)
  fireEvent.drop(document.body, withFile)
  expect(taken.mock.calls).toEqual([[[file]], [[file]]])
})

test('leaves files to the drop zone they land on, and dropped text to the field', () => {
  render(<Form busy={false} />)
  fireEvent.drop(screen.getByText('zone'), withFile)
  expect(own).toHaveBeenCalledTimes(1)
  expect(fireEvent.drop(screen.getByLabelText('comment'), { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(
    true,
  )
  expect(taken).not.toHaveBeenCalled()
})

test('while busy, files are neither taken nor opened in place of the page', () => {
  render(<Form busy />)
  expect(fireEvent.drop(document.body, withFile)).toBe(false)
  expect(taken).not.toHaveBeenCalled()
})

test('reports files over the window until they leave it', () => {
  vi.useFakeTimers()
  render(<Form busy={false} />)
  const form = screen.getByTestId('form')
  fireEvent.dragOver(document.body, withFile)
  expect(form.dataset.over).toBe('true')
  act(() => vi.advanceTimersByTime(599))
  expect(form.dataset.over).toBe('true')
  act(() => vi.advanceTimersByTime(1))
  expect(form.dataset.over).toBe('false')
})
