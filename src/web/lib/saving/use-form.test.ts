import { act, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/lib/api/api-error.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { useForm } from './use-form.ts'

/** A form whose save is answered by `save`, and its submission. */
function formWith(save: () => Promise<unknown>) {
  const schema = z.object({ name: z.string() })
  const { result } = renderHook(() => useForm({ schema, initialValues: { name: 'Ana' }, save }))
  const element = document.createElement('form')
  const press = () =>
    act(async () => {
      const event = { preventDefault: () => {}, stopPropagation: () => {}, currentTarget: element }
      // The cast: submit reads nothing else of the event.
      result.current.submit(event as unknown as FormEvent<HTMLFormElement>)
    })
  return { result, press }
}

test('a failure of server or network stays in the form with its request id, until a save succeeds', async () => {
  const save = vi.fn<() => Promise<unknown>>()
  const { result, press } = formWith(save)
  save.mockRejectedValueOnce(new ApiError(500, 'Server error.', { requestId: 'req-1' }))
  await press()
  expect(result.current.fault).toEqual({ message: 'Server error.', requestId: 'req-1' })
  expect(result.current.values).toEqual({ name: 'Ana' })
  save.mockRejectedValueOnce(new ApiError(0, 'The server cannot be reached.'))
  await press()
  expect(result.current.fault).toEqual({ message: 'The server cannot be reached.', requestId: null })
  save.mockResolvedValueOnce(null)
  await press()
  expect(result.current.fault).toBeNull()
  expect(save).toHaveBeenCalledTimes(3)
})

test('a server failure with a message for a field shows at the field and as a toast', async () => {
  const save = vi.fn<() => Promise<unknown>>()
  const { result, press } = formWith(save)
  const error = new ApiError(500, 'Server error. Not saved', { fields: { name: 'Not saved' }, requestId: 'req-2' })
  save.mockRejectedValueOnce(error)
  await press()
  expect(result.current.errors).toEqual({ name: 'Not saved' })
  expect(result.current.fault).toEqual({ message: 'Server error. Not saved', requestId: 'req-2' })
  expect(toasts.get()).toMatchObject([{ title: 'Error', message: 'Server error. Not saved', requestId: 'req-2' }])
})

test('a refusal shows at its field or in a toast; it does not stay in the form', async () => {
  const save = vi.fn<() => Promise<unknown>>()
  const { result, press } = formWith(save)
  save.mockRejectedValueOnce(new ApiError(400, 'Too long', { fields: { name: 'Too long' } }))
  await press()
  expect(result.current.errors).toEqual({ name: 'Too long' })
  expect(result.current.fault).toBeNull()
  save.mockRejectedValueOnce(new ApiError(409, 'Not now'))
  await press()
  expect(result.current.fault).toBeNull()
})
