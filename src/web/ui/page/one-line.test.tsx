import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#web/test/render.tsx'
import { OneLine } from './one-line.tsx'

/** Three items fit on a line; one that takes the first place pushes another down. */
function threeFit(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function offsetTop(this: HTMLElement) {
    const items = [...(this.parentElement?.children ?? [])]
    const shown = items.toSorted(
      (one, other) => Number(other.hasAttribute('data-first')) - Number(one.hasAttribute('data-first')),
    )
    return Math.floor(shown.indexOf(this) / 3) * 32
  })
}

const NAMES = ['Mail failed', 'Cargo cut-off', 'Document missing', 'Customs exam', 'Quiet']
const List = ({ current }: { current: string | null }) => (
  <OneLine label="Reasons">
    {NAMES.map((name) => (
      <li key={name}>
        <button type="button" aria-pressed={name === current}>
          {name}
        </button>
      </li>
    ))}
  </OneLine>
)
const hidden = () => [...document.querySelectorAll('[data-hidden]')].map(({ textContent }) => textContent)
const first = () => document.querySelector('[data-first]')?.textContent

test('what does not fit on the line is counted, and one press away', () => {
  threeFit()
  renderInApp(<List current="Mail failed" />)
  expect(hidden()).toEqual(['Customs exam', 'Quiet'])
  expect(first()).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: '+2 more' }))
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
})

test('an item that is chosen below the line takes the first place on it, and the line closes', async () => {
  threeFit()
  const { rerender } = renderInApp(<List current={null} />)
  fireEvent.click(screen.getByRole('button', { name: '+2 more' }))
  await act(async () => rerender(<List current="Quiet" />))
  expect(first()).toBe('Quiet')
  expect(hidden()).toEqual(['Document missing', 'Customs exam'])
  expect(screen.getByRole('button', { name: '+2 more' }).getAttribute('aria-expanded')).toBe('false')
})
