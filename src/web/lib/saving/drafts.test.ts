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

test('a draft stays until it is restored or discarded, whatever is typed beside it, and each is offered in its turn', () => {
  const visit = (title?: string) => {
    const form = typedInto(title ?? '')
    const { offer } = form.result.current
    if (title) act(() => form.result.current.type())
    window.dispatchEvent(new Event('pagehide'))
    return { form, offered: offer?.values.title ?? null }
  }
  const reload = (title?: string) => {
    const { form, offered } = visit(title)
    form.unmount()
    return offered
  }
  expect(reload('First')).toBeNull()
  // Looking alone decides nothing.
  expect([reload(), reload()]).toEqual(['First', 'First'])
  expect([reload('Second'), reload()]).toEqual(['First', 'Second'])
  const { form } = visit()
  act(() => form.result.current.discard())
  expect(form.result.current.offer?.values).toEqual({ title: 'First' })
  act(() => form.result.current.take())
  expect(form.result.current.offer).toBeNull()
  form.unmount()
  // The form has it, but did not save it.
  expect(reload()).toBe('First')
  const last = visit('Third').form
  act(() => last.result.current.forget())
  last.unmount()
  expect(reload()).toBeNull()
})
