// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInApp } from '#web/test/render.tsx'
import { UnknownCodes } from './unknown-codes.tsx'

afterEach(cleanup)

const show = (notCodes: string[]) => renderInApp(<UnknownCodes codes={[]} notCodes={notCodes} />)
const some = (count: number) => Array.from({ length: count }, (_, n) => `PO${n + 1}`)
const text = () => screen.getByRole('status').textContent

test('up to twenty unknown codes are named, tracking codes as people write them', () => {
  show(['NOPE12345678', ...some(19)])
  expect(text()).toBe(`No orders have these 20 codes: NOPE - 1234 - 5678, ${some(19).join(', ')}`)
  expect(screen.queryByRole('button')).toBeNull()
})

test('beyond twenty, the other codes are named on request', () => {
  show(some(21))
  expect(text()).toBe(`No orders have these 21 codes: ${some(20).join(', ')} … Show all 21`)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 21' }))
  expect(text()).toBe(`No orders have these 21 codes: ${some(21).join(', ')} Show fewer`)
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(text()).not.toContain('PO21')
})
