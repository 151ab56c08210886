import {
  BrokenMessage,
  type Fault,
  type FoundMessage,
  type MessageProblem,
  problemAt,
  type ReadMessage,
  type Segment,
} from './edi-messages.ts'
import { componentsOf } from './edi-syntax.ts'
import { findMessages } from './find-messages.ts'
import { rawText } from './kept-texts.ts'
import { MAX_MESSAGES } from './limits.ts'
import { read315 } from './read-315.ts'
import { readIftsta } from './read-iftsta.ts'
import type { ReadingOptions } from './reading-options.ts'

/** What a text of EDI says. No interchange: it is no EDI. */
export interface ReadEdi {
  interchanges: number
  messages: ReadMessage[]
}

const MAX_CONTROL = 35
const MAX_TYPE = 60

/** What the first segment says of a message. */
function openingOf({ envelope, segments }: FoundMessage) {
  const { elements = [] } = segments[0] ?? {}
  const isX12 = envelope.kind === 'x12-315'
  const [control = '', type = ''] = isX12 ? [elements[2], elements[1]] : [elements[1], elements[2]]
  const name = isX12 ? type.trim() : (componentsOf(type, envelope)[0] ?? '').trim()
  const reference = isX12 ? control : (componentsOf(control, envelope)[0] ?? '')
  return {
    control: rawText(reference.trim(), MAX_CONTROL),
    type: rawText(type.trim(), MAX_TYPE),
    isOurs: name === (isX12 ? '315' : 'IFTSTA'),
  }
}

/** What the last segment says wrongly; that refuses nothing. */
function problemsOfEnd({ segments, length, envelope }: FoundMessage): MessageProblem[] {
  const first = segments[0]
  const last = segments.at(-1)
  if (!first || !last) return []
  const problem = (message: string, fault: Fault) => problemAt(last, message, fault)
  const problems: MessageProblem[] = []
  const said = last.elements[1]?.trim() ?? ''
  if (!/^\d{1,9}$/.test(said) || Number(said) !== length)
    problems.push(
      problem(`The message has ${length} segments, and ${last.tag} says ${rawText(said, 20) || 'nothing'}`, 'count'),
    )
  const control = first.elements[envelope.kind === 'x12-315' ? 2 : 1]?.trim()
  if (last.elements[2]?.trim() !== control)
    problems.push(problem(`${last.tag} names another message than ${first.tag}`, 'control'))
  return problems
}

const LAST: Segment = { tag: '', position: 1, elements: [] }
const TOO_MANY = 'The text has more than 50,000 messages: this one and the rest are not read'

/** What refuses a message before it is read; null for nothing. */
function refusalOf({ envelope, segments, length, isClosed }: FoundMessage, isOurs: boolean): MessageProblem | null {
  const isX12 = envelope.kind === 'x12-315'
  const [first = LAST] = segments
  if (!isOurs) return problemAt(first, `The message is no ${isX12 ? '315' : 'IFTSTA'}`, 'type')
  const tag = isX12 ? 'SE' : 'UNT'
  return isClosed ? null : problemAt({ tag, position: length }, `The message is cut off: it has no ${tag}`, 'trailer')
}

function readMessage(message: FoundMessage, place: number, options: ReadingOptions): ReadMessage {
  const { envelope, group } = message
  const { control, type, isOurs } = openingOf(message)
  const about = { control, kind: envelope.kind, envelope, group, type }
  const ending = message.isClosed ? problemsOfEnd(message) : []
  const refusal = place >= MAX_MESSAGES ? problemAt(LAST, TOO_MANY, 'content') : refusalOf(message, isOurs)
  if (refusal) return { ...about, accepted: false, events: [], problems: [refusal, ...ending] }
  try {
    const events = envelope.kind === 'x12-315' ? read315(message, options) : readIftsta(message, options)
    return { ...about, accepted: true, events, problems: ending }
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    return { ...about, accepted: false, events: [], problems: [error.problem, ...ending] }
  }
}

/**
 * Reads the messages of one or many interchanges of X12 (315) and EDIFACT (IFTSTA), each with signs of its own. A
 * broken message refuses itself only. Of more than 50 000 messages, one more is there, which says so. Never throws.
 */
export function parseEdi(text: string, options: ReadingOptions): ReadEdi {
  const messages: ReadMessage[] = []
  const interchanges = findMessages(text, options.now, (message) => {
    messages.push(readMessage(message, messages.length, options))
    return messages.length <= MAX_MESSAGES
  })
  return { interchanges, messages }
}
