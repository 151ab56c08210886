import type { z } from 'zod'
import * as m from './messages.ts'

const EXPECTED: Record<string, string> = {
  string: m.NOT_TEXT,
  number: m.NUMBER,
  int: m.WHOLE_NUMBER,
  boolean: m.NOT_FLAG,
  array: m.NOT_LIST,
  object: m.NOT_OBJECT,
  record: m.NOT_OBJECT,
  date: m.DAY,
}

/** Values that fit into a message. */
const MOST_NAMED = 20

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for a limit: of a length in characters or entries, or of a number. */
function ofSize({ origin }: { origin: string }, size: number | bigint, [text, number]: readonly [string, string]) {
  if (origin === 'string') return text
  return origin === 'array' && size === 1 ? m.REQUIRED : number
}

/** The product's words for an issue whose schema has no message of its own: the library's are for programmers. */
export function issueWords(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return m.REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return EXPECTED[issue.expected] ?? m.WRONG_FORM
    case 'too_small': {
      const least = Number(issue.minimum)
      return ofSize(issue, least, [least === 1 ? m.REQUIRED : `No less than ${least} characters`, m.atLeast(least)])
    }
    case 'too_big': {
      const most = Number(issue.maximum)
      return ofSize(issue, most + 1, [`No more than ${most} characters`, m.atMost(most)])
    }
    case 'invalid_value':
      return issue.values.length > MOST_NAMED ? m.CHOOSE : `Choose one of: ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return m.unknownFields(issue.keys)
    case 'not_multiple_of':
      return m.WHOLE_NUMBER
    default:
      return m.WRONG_FORM
  }
}
