import { allValues, type Field, firstValue } from './header-fields.ts'
import { LAST_REFERENCES, LeftOut } from './limits.ts'
import { withoutComments } from './parameters.ts'
import { oneLine } from './text-forms.ts'

/** Characters of a Message-ID: more are none, and would not fit an index. */
const MAX_ID = 998
const IDS = /<([^<>\s]+)>/g

/** The Message-IDs in a field, with their angle brackets; words with an `@` where a program forgot the brackets. */
function idsIn(value: string): string[] {
  const bracketed = [...value.matchAll(IDS)].map(([id]) => id)
  const found =
    bracketed.length > 0
      ? bracketed
      : withoutComments(value)
          .split(/[\s,]+/)
          .filter((word) => /^[^<>"]+@[^<>"]+$/.test(word))
          .map((word) => `<${word}>`)
  return found.filter((id) => id.length <= MAX_ID).map(oneLine)
}

/** A mail's own Message-ID; null if it has none. */
export function messageIdOf(fields: readonly Field[]): string | null {
  const value = firstValue(fields, 'message-id')
  const [id] = idsIn(value)
  if (id) return id
  // Some programs leave out the part with the @ as well.
  const word = oneLine(value.replaceAll(/[<>\s]/g, ''))
  return word === '' || word.length > MAX_ID ? null : `<${word}>`
}

/** The mail that this one answers; null if it names none. */
export const inReplyToOf = (fields: readonly Field[]): string | null =>
  idsIn(firstValue(fields, 'in-reply-to'))[0] ?? null

/** The references, each once: the first, and the last 99. */
export function referencesOf(fields: readonly Field[], leftOut: Set<string>): string[] {
  const ids = [...new Set(allValues(fields, 'references').flatMap(idsIn))]
  if (ids.length <= LAST_REFERENCES + 1) return ids
  leftOut.add(LeftOut.REFERENCES)
  return [...ids.slice(0, 1), ...ids.slice(-LAST_REFERENCES)]
}
