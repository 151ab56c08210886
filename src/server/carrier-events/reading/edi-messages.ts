import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'

export type EdiKind = 'x12-315' | 'iftsta'

/** A segment of a message: its elements as they came, and its place in the message, whose first is 1. */
export interface Segment {
  tag: string
  position: number
  elements: string[]
}

/** The header of an interchange, from which answers to it are made. */
export interface Envelope {
  kind: EdiKind
  /** Elements of ISA or UNB; the first is the tag. */
  header: string[]
  /** When the carrier made it, in UTC; null if that cannot be read. */
  statedAt: string | null
  element: string
  component: string
  /** The end of a segment. */
  terminator: string
  /** The sign before one that means itself; '' for none. */
  release: string
  /** UNA as it came; '' where there is none. */
  una: string
}

/** A message as it was found, before it is understood. */
export interface FoundMessage {
  envelope: Envelope
  /** Elements of GS; none in EDIFACT. */
  group: string[]
  /** The segments that are read; ST or UNH is the first. */
  segments: Segment[]
  /** How many segments it has, with the first and the last. */
  length: number
  isClosed: boolean
  raw: string
}

/** Kinds of problems, as acknowledgements name them. */
export type Fault = 'type' | 'trailer' | 'control' | 'count' | 'content'

export interface MessageProblem {
  /** The place of the segment in its message; 0 for the interchange. */
  segment: number
  message: string
  tag: string
  fault: Fault
}

/** A message as it was understood. `control` is ST02 or the reference of UNH. */
export interface ReadMessage {
  control: string
  kind: EdiKind
  accepted: boolean
  events: CarrierEvent[]
  problems: MessageProblem[]
  envelope: Envelope
  group: string[]
  /** The name of its type and version. */
  type: string
}

type At = Pick<Segment, 'position' | 'tag'>

export const problemAt = ({ position, tag }: At, message: string, fault: Fault): MessageProblem => ({
  ...{ segment: position, message, tag, fault },
})

/** Ends the reading of one message. */
export class BrokenMessage extends Error {
  readonly problem: MessageProblem

  constructor(at: At, message: string) {
    super(message)
    this.problem = problemAt(at, message, 'content')
  }
}
