import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'
import {
  BrokenMessage,
  type FoundMessage,
  type MessageProblem,
  type ReadMessage,
  type Segment,
} from './edi-messages.ts'
import { componentsOf } from './edi-syntax.ts'
import { findMessages } from './find-messages.ts'
import { rawText } from './kept-texts.ts'
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
  return {
    control: rawText(control.trim(), MAX_CONTROL),
    type: rawText(type.trim(), MAX_TYPE),
    isOurs: name === (isX12 ? '315' : 'IFTSTA'),
  }
}

/** What the last segment says wrongly; that refuses nothing. */
function problemsOfEnd({ segments, length, envelope }: FoundMessage): MessageProblem[] {
  const first = segments[0]
  const last = segments.at(-1)
  if (!first || !last) return []
  const problem = (message: string, fault: MessageProblem['fault']): MessageProblem => ({
    ...{ segment: last.position, tag: last.tag, message, fault },
  })
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

/** The events of a message. Throws BrokenMessage. */
function eventsIn(message: FoundMessage, isOurs: boolean, options: ReadingOptions): CarrierEvent[] {
  const isX12 = message.envelope.kind === 'x12-315'
  const first = message.segments[0] ?? LAST
  if (!isOurs) throw new BrokenMessage(first, `The message is no ${isX12 ? '315' : 'IFTSTA'}`, 'type')
  if (!message.isClosed) {
    const end = { tag: isX12 ? 'SE' : 'UNT', position: message.length }
    throw new BrokenMessage(end, `The message is cut off: it has no ${end.tag}`, 'trailer')
  }
  return isX12 ? read315(message, options) : readIftsta(message, options)
}

function readMessage(message: FoundMessage, options: ReadingOptions): ReadMessage {
  const { envelope, group } = message
  const { control, type, isOurs } = openingOf(message)
  const about = { control, kind: envelope.kind, envelope, group, type }
  const ending = message.isClosed ? problemsOfEnd(message) : []
  try {
    return { ...about, accepted: true, events: eventsIn(message, isOurs, options), problems: ending }
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    return { ...about, accepted: false, events: [], problems: [error.problem, ...ending] }
  }
}

/**
 * Reads the messages of one or many interchanges of X12 (315) and EDIFACT (IFTSTA), each with signs of its own. A
 * broken message refuses itself only. Never throws.
 */
export function parseEdi(text: string, options: ReadingOptions): ReadEdi {
  const { interchanges, messages } = findMessages(text, options.now)
  return { interchanges, messages: messages.map((each) => readMessage(each, options)) }
}
