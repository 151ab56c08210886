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

/** Takes a message; false if no other is wanted. */
type TakeMessage = (message: FoundMessage) => boolean

/** Collects the messages of one interchange. */
class Collector {
  readonly #envelope: Envelope
  readonly #take: TakeMessage
  #group: string[] = []
  #message: FoundMessage | undefined
  #start = 0

  constructor(envelope: Envelope, take: TakeMessage) {
    this.#envelope = envelope
    this.#take = take
  }

  /**
   * Ends the message that is open, at a place of the text; it is a half one unless its last segment came. False if no
   * other message is wanted.
   */
  end(text: string, at: number, { isClosed }: { isClosed: boolean }): boolean {
    const message = this.#message
    if (!message) return true
    this.#message = undefined
    message.isClosed = isClosed
    message.raw = text.slice(this.#start, at)
    return this.#take(message)
  }

  /** Takes a segment; its text is from `at` to `end`. False if no other message is wanted. */
  take(text: string, at: number, end: number, tag: string): boolean {
    const { kind, element, release } = this.#envelope
    const { opens, closes, group, groupEnd } = FRAME[kind]
    const elements = () => splitReleased(text.slice(at, end), element, release)
    if ((tag === opens || tag === group || tag === groupEnd) && !this.end(text, at, { isClosed: false })) return false
    if (tag === opens) {
      this.#start = at
      this.#message = {
        envelope: this.#envelope,
        group: this.#group,
        segments: [],
        length: 0,
        isClosed: false,
        raw: '',
      }
    } else if (tag === group) this.#group = elements().map((each) => each.slice(0, GROUP_ELEMENT))
    else if (tag === groupEnd) this.#group = []
    const message = this.#message
    if (!message) return true
    message.length++
    const read: ReadonlySet<string> = READ[kind]
    if (read.has(tag)) message.segments.push({ tag, position: message.length, elements: elements() } satisfies Segment)
    return tag !== closes || this.end(text, end + 1, { isClosed: true })
  }
}

function tagAt(text: string, at: number, end: number, element: string): string {
  const tag = text.slice(at, Math.min(at + TAG, end < 0 ? text.length : end))
  const first = tag.indexOf(element)
  return first < 0 ? tag : tag.slice(0, first)
}

/** The next place where something stands: a terminator ends nothing here. */
function afterBetween(text: string, start: number, terminator = ''): number {
  let at = start
  while (at < text.length && (BETWEEN.includes(text.charAt(at)) || text[at] === terminator)) at++
  return at
}

type Header = NonNullable<ReturnType<typeof x12Header>>
const headerAt = (text: string, at: number, now: number) => x12Header(text, at, now) ?? edifactHeader(text, at, now)

/** Reads the interchange that begins at a place. The answer is where it ends; -1 for none, and if no other message is wanted. */
function readInterchange(text: string, header: Header, take: TakeMessage): number {
  const { envelope, next } = header
  const { ends, headers } = FRAME[envelope.kind]
  const collector = new Collector(envelope, take)
  let at = next
  for (;;) {
    at = afterBetween(text, at, envelope.terminator)
    const end = segmentEnd(text, at, envelope)
    const tag = tagAt(text, at, end, envelope.element)
    const isNext = headers.some((each) => each === tag)
    if (end < 0 || isNext || tag === ends) {
      const goesOn = collector.end(text, end < 0 ? text.length : at, { isClosed: false })
      return end < 0 || !goesOn ? -1 : isNext ? at : end + 1
    }
    if (!collector.take(text, at, end, tag)) return -1
    at = end + 1
  }
}

/**
 * Hands over the messages of one or many interchanges, X12 or EDIFACT, each with signs of its own, in order, also those
 * that are cut off, until `take` wants no other. The answer is how many interchanges there are. Linear time.
 */
export function findMessages(text: string, now: number, take: TakeMessage): number {
  let interchanges = 0
  let isWanted = true
  const takeWanted: TakeMessage = (message) => {
    isWanted = take(message)
    return isWanted
  }
  for (const piece of piecesOf(text)) {
    let at = 0
    while (at >= 0 && isWanted) {
      at = afterBetween(piece, at)
      const header = headerAt(piece, at, now)
      if (!header) break
      interchanges++
      at = readInterchange(piece, header, takeWanted)
    }
    if (!isWanted) break
  }
  return interchanges
}
