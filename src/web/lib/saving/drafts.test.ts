import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { storedToken } from '#web/lib/api/token.ts'
import { keepDrafts, useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useDraft } from './drafts.ts'

const schema = z.object({ title: z.string() })

/** A form with typed input, with or without a draft. */
const typedInto = (title: string) =>
  renderHook(() => {
    const draft = useDraft('letter', schema)
    useUnsaved(true, { keepDraft: draft.write })
    return { ...draft, type: () => draft.keep({ title }) }
  })

beforeEach(() => {
  localStorage.clear()
  storedToken.set('x', 1)
})
test('leaving at once keeps the latest input and offers it on the next visit', () => {
  const form = typedInto('Half a word')
  act(() => form.result.current.type())
  expect(keepDrafts()).toBe(true)
  form.unmount()
  const next = typedInto('')
  expect(next.result.current.offer?.values).toEqual({ title: 'Half a word' })
  next.unmount()
})

test('a draft that the browser refuses is not reported as kept', () => {
  const form = typedInto('Too much')
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  act(() => form.result.current.type())
  expect(keepDrafts()).toBe(false)
  form.unmount()
})

test('a restored draft is kept, a discarded one is not', () => {
  const first = typedInto('Letter')
  act(() => first.result.current.type())
  keepDrafts()
  first.unmount()
  const form = typedInto('Letter')
  act(() => form.result.current.take())
  expect(keepDrafts()).toBe(true)
  act(() => form.result.current.forget())
  expect(keepDrafts()).toBe(false)
  form.unmount()
})

test('input without a draft is lost, and the dialog says so', () => {
  const form = typedInto('Letter')
  act(() => form.result.current.type())
  const dialog = renderHook(() => useUnsaved(true))
  expect(keepDrafts()).toBe(false)
  dialog.unmount()
  expect(keepDrafts()).toBe(true)
  form.unmount()
})
