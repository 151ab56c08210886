import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#web/test/render.tsx'
import { OneLine } from './one-line.tsx'

/** On a phone all items are on the first line, each 100 px wide, of which 300 px are in sight. */
function onPhone(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function offsetLeft(this: HTMLElement) {
    return this.tagName === 'LI' ? [...(this.parentElement?.children ?? [])].indexOf(this) * 100 : 0
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
}

const NAMES = ['Mail failed', 'Cargo cut-off', 'Document missing', 'Customs exam', 'Quiet']
function Reasons() {
  const [current, choose] = useState('Customs exam')
  const [readings, setReadings] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setReadings(readings + 1)}>
        Read again
      </button>
      <OneLine label="Reasons">
        {NAMES.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === current} onClick={() => choose(name)}>
              {name} {readings}
            </button>
          </li>
        ))}
      </OneLine>
    </>
  )
}

test('a line that scrolls brings the chosen item to its middle, and leaves it where a thumb moves it', () => {
  onPhone()
  renderInApp(<Reasons />)
  const list = screen.getByRole('list', { name: 'Reasons' })
  expect(list.scrollLeft).toBe(200)
  list.scrollLeft = 0
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(list.textContent).toContain('Quiet 2')
  expect(list.scrollLeft).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Quiet 2' }))
  expect(list.scrollLeft).toBe(300)
})
