import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RichTextHandle } from '#web/ui/rich-text/pane-props.ts'

/** Inserts names and snippets where the cursor was last: in the subject, else in the body. */
export function useInsertion(subject: string, setSubject: (subject: string) => void) {
  const body = useRef<RichTextHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const inSubject = useRef(false)
  const intoSubject = (text: string, { selectionStart, selectionEnd }: HTMLInputElement) => {
    const [from, to] = [selectionStart ?? subject.length, selectionEnd ?? subject.length]
    // The subject renders at once: keys in between would land on both sides of a caret placed later.
    flushSync(() => setSubject(subject.slice(0, from) + text + subject.slice(to)))
    field.current?.focus()
    field.current?.setSelectionRange(from + text.length, from + text.length)
  }
  const subjectProps: { ref: RefObject<HTMLInputElement | null>; onFocus: () => void } = {
    ref: field,
    onFocus: () => {
      inSubject.current = true
    },
  }
  return {
    body,
    subjectProps,
    intoBody: () => {
      inSubject.current = false
    },
    insert: (text: string) => {
      if (inSubject.current && field.current && !text.includes('blocks.')) intoSubject(text, field.current)
      else body.current?.insert(text)
    },
  }
}
