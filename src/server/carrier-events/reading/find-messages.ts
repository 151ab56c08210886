import type { Envelope, FoundMessage, Segment } from './edi-messages.ts'
import { edifactHeader, segmentEnd, splitReleased, x12Header } from './edi-syntax.ts'

/** The segments that are read: all others are counted only. */
const READ = {
  'x12-315': new Set(['ST', 'B4', 'N9', 'Q2', 'R4', 'SE']),
  iftsta: new Set(['UNH', 'CNI', 'STS', 'RFF', 'DTM', 'LOC', 'TDT', 'EQD', 'UNT']),
} as const
const FRAME = {
  'x12-315': { opens: 'ST', closes: 'SE', group: 'GS', groupEnd: 'GE', ends: 'IEA', headers: ['ISA'] },
  iftsta: { opens: 'UNH', closes: 'UNT', group: 'UNG', groupEnd: 'UNE', ends: 'UNZ', headers: ['UNA', 'UNB'] },
} as const
/** Characters of the longest tag. */
const TAG = 3
/** Characters of UNA. */
const UNA = 9
/** Characters of an element of GS that are kept: it is part of each answer. */
const GROUP_ELEMENT = 50

/** What may stand between segments; programs of old end a file with the last of them. */
const BETWEEN = ' \t\r\n\v\f\ufeff\u001a'

/** Lines that begin an interchange: none can hide another, whose end may be missing. */
const BEGINNING = /(?<=^|[\r\n\ufeff])[ \t]*(?=ISA[^\w\s]|UNA[^\w\s]|UNB[^\w\s])/g

function* piecesOf(text: string): Generator<string> {
  let start = -1
  for (const { index } of text.matchAll(BEGINNING)) {
    // The signs of UNA are those of the UNB in the next line.
    if (start >= 0 && text.startsWith('UNA', start) && text.slice(start, index).trim().length <= UNA) continue
    if (start >= 0) yield text.slice(start, index)
    start = index
  }
  if (start >= 0) yield text.slice(start)
}

/** Collects the messages of one interchange. */
class Collector {
  readonly #envelope: Envelope
  readonly #found: FoundMessage[]
  #group: string[] = []
  #message: FoundMessage | undefined
  #start = 0

  constructor(envelope: Envelope, found: FoundMessage[]) {
    this.#envelope = envelope
    this.#found = found
  }

  /** Ends the message that is open, at a place of the text; it is a half one unless its last segment came. */
  end(text: string, at: number, { isClosed }: { isClosed: boolean }): void {
    if (!this.#message) return
    this.#found.push({ ...this.#message, isClosed, raw: text.slice(this.#start, at) })
    this.#message = undefined
  }

  /** Takes a segment; its text is from `at` to `end`. */
  take(text: string, at: number, end: number, tag: string): void {
    const { kind, element, release } = this.#envelope
    const { opens, closes, group, groupEnd } = FRAME[kind]
    const elements = () => splitReleased(text.slice(at, end), element, release)
    if (tag === opens) {
      this.end(text, at, { isClosed: false })
      this.#start = at
      this.#message = {
        envelope: this.#envelope,
        group: this.#group,
        segments: [],
        length: 0,
        isClosed: false,
        raw: '',
      }
    } else if (tag === group || tag === groupEnd) {
      this.end(text, at, { isClosed: false })
      this.#group = tag === group ? elements().map((each) => each.slice(0, GROUP_ELEMENT)) : []
    }
    const message = this.#message
    if (!message) return
    message.length++
    const read: ReadonlySet<string> = READ[kind]
    if (read.has(tag)) message.segments.push({ tag, position: message.length, elements: elements() } satisfies Segment)
    if (tag === closes) this.end(text, end + 1, { isClosed: true })
  }
}

const headerAt = (text: string, at: number, now: number) => x12Header(text, at, now) ?? edifactHeader(text, at, now)

/** The messages of the interchange that begins at a place, and where it ends; -1 for no interchange. */
function readInterchange(text: string, start: number, now: number, found: FoundMessage[]): number {
  const header = headerAt(text, start, now)
  if (!header) return -1
  const { envelope, next } = header
  const { ends, headers } = FRAME[envelope.kind]
  const collector = new Collector(envelope, found)
  let at = next
  for (;;) {
    while (at < text.length && BETWEEN.includes(text.charAt(at))) at++
    const end = segmentEnd(text, at, envelope)
    const tag = text.slice(at, Math.min(at + TAG, end < 0 ? text.length : end)).split(envelope.element, 1)[0] ?? ''
    const isNext = headers.some((each) => each === tag)
    if (end < 0 || isNext || tag === ends) {
      collector.end(text, end < 0 ? text.length : at, { isClosed: false })
      return end < 0 ? text.length : isNext ? at : end + 1
    }
    collector.take(text, at, end, tag)
    at = end + 1
  }
}

/** What a text of EDI has: how many interchanges, and their messages in order, also those that are cut off. */
export interface FoundMessages {
  interchanges: number
  messages: FoundMessage[]
}

/** Finds the messages of one or many interchanges, X12 or EDIFACT, each with signs of its own. Linear time. */
export function findMessages(text: string, now: number): FoundMessages {
  const found: FoundMessages = { interchanges: 0, messages: [] }
  for (const piece of piecesOf(text)) {
    let at = 0
    while (at >= 0) {
      while (at < piece.length && BETWEEN.includes(piece.charAt(at))) at++
      if (at >= piece.length) break
      at = readInterchange(piece, at, now, found.messages)
      if (at >= 0) found.interchanges++
    }
  }
  return found
}
