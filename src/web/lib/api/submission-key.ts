import { useRef } from 'react'
import { newIdempotencyKey } from './api.ts'

/** One key for one submission: the same body sent again keeps it, a changed one gets another. */
export function useSubmissionKey(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    return last.current.key
  }
}
