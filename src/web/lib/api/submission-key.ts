import { useRef } from 'react'
import { newIdempotencyKey } from './api.ts'

/** An idempotency key per submission: the same body keeps it, a changed body gets a new one. */
export function useSubmissionKey(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    return last.current.key
  }
}
