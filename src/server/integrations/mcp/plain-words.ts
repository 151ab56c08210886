import { RPC } from './errors.ts'

interface Issue {
  path: unknown[]
  message: string
}
interface Answer {
  error?: { code: number; message: string }
  result?: { isError?: boolean; content?: { text?: string }[] }
}

const DUMP = /^(?:Invalid [\w/]+ (?:request|notification): )?(\[\s*\{[\s\S]*\}\s*\])$/
const PREFIX = /^Input validation error: Invalid arguments for tool \w+: /

/** The issues that the library writes as the list of its checker; null for any other message. */
function issuesIn(message: string): Issue[] | null {
  const written = DUMP.exec(message)?.[1]
  if (written === undefined) return null
  try {
    return JSON.parse(written) as Issue[] // as the library's checker writes them
  } catch {
    return null
  }
}

const placeOf = ({ path }: Issue) => path.filter((part) => part !== 'params').join('.') || 'params'

function inWords(answer: Answer): Answer {
  const issues = answer.error && issuesIn(answer.error.message)
  if (issues)
    answer.error = { code: RPC.PARAMS, message: issues.map((one) => `${placeOf(one)}: ${one.message}`).join('\n') }
  if (answer.result?.isError)
    for (const part of answer.result.content ?? []) if (part.text) part.text = part.text.replace(PREFIX, '')
  return answer
}

/** A message of the library, on a line of its own or after the name of an event. */
const REFUSAL = /^(data: )?(\{.*(?:"error":|"isError":true).*\})$/gm

/**
 * The answers of the library with what it refuses in words: 'name: This field must be text' for the list that
 * its checker writes.
 */
export const refusalsInWords = (answers: string): string =>
  answers.replaceAll(REFUSAL, (_, before = '', json: string) => `${before}${JSON.stringify(inWords(JSON.parse(json)))}`)
