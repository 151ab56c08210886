import { sideOf } from '#contract/carrier-events/carrier-codes.ts'
import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'
import { BrokenMessage, type Envelope, type FoundMessage, type Segment } from './edi-messages.ts'
import { eventsOf, type SaidStatus, TOO_MANY_EVENTS } from './edi-status.ts'
import { componentsOf } from './edi-syntax.ts'
import { codeOf, containerOf, imoOf, placeCodeOf, placeNameOf, referenceOf, vesselOf, voyageOf } from './kept-texts.ts'
import { MAX_EVENTS_OF_MESSAGE } from './limits.ts'
import type { ReadingOptions } from './reading-options.ts'
import { edifactTime } from './said-times.ts'

/** Code list 8213: a call sign is no IMO number. */
const CALL_SIGN = '103'

/** Segments before a status that are looked at for it: each status looks at them again. */
const MAX_AROUND = 200

/** A status with the segments that follow it, and those of its consignment and its message before any status. */
interface Group {
  status: Segment
  own: Segment[]
  around: Segment[]
}

/** The statuses of a message. What stands before the first status of a consignment holds for all of them. */
function groupsOf(segments: readonly Segment[]): Group[] {
  const groups: Group[] = []
  const message: Segment[] = []
  let consignment: Segment[] | null = null
  let group: Group | null = null
  for (const segment of segments) {
    if (segment.tag === 'CNI') {
      consignment = []
      group = null
    } else if (segment.tag === 'STS') {
      // The nearest comes first.
      group = { status: segment, own: [], around: [...(consignment ?? []), ...message] }
      groups.push(group)
    } else if (group) group.own.push(segment)
    else {
      const around = consignment ?? message
      if (around.length < MAX_AROUND) around.push(segment)
    }
  }
  return groups
}

/** Reads elements of one interchange. */
const readerOf = (signs: Envelope) => {
  const parts = (segment: Segment | undefined, element: number) => componentsOf(segment?.elements[element] ?? '', signs)
  return {
    parts,
    first: (segment: Segment | undefined, element: number) => (parts(segment, element)[0] ?? '').trim(),
  }
}
type Reader = ReturnType<typeof readerOf>

function referenceIn({ own, around }: Group, { parts }: Reader, qualifier: string): string | null {
  for (const segment of [...own, ...around].filter(({ tag }) => tag === 'RFF')) {
    const [code = '', number = ''] = parts(segment, 1)
    if (code.trim().toUpperCase() === qualifier && number.trim() !== '') return referenceOf(number)
  }
  return null
}

function timeOf({ status, own }: Group, { parts }: Reader) {
  const dated = own.find((each) => each.tag === 'DTM' && parts(each, 1)[0] === '334')
  if (!dated) throw new BrokenMessage(status, 'The status has no time (DTM+334)')
  const [, value = '', format = ''] = parts(dated, 1)
  const time = edifactTime(value, format)
  if (!time) throw new BrokenMessage(dated, 'The date or time does not exist (DTM+334)')
  return time
}

/** The place of the activity, else the port of its code's side. */
function placeOf({ own, around }: Group, { parts, first }: Reader, code: string) {
  const places = [...own, ...around].filter(({ tag }) => tag === 'LOC')
  const side = sideOf(code) === 'loading' ? '9' : '11'
  const place = ['175', side].map((kind) => places.find((each) => first(each, 1) === kind)).find(Boolean)
  const [placeCode = '', , , name = ''] = parts(place, 2)
  return { placeCode: placeCodeOf(placeCode), placeName: placeNameOf(name) }
}

/** The vessel of the main carriage, else of the first that is named. */
function vesselIn({ own, around }: Group, { parts, first }: Reader) {
  const carriages = [...own, ...around].filter(({ tag }) => tag === 'TDT')
  const carriage = carriages.find((each) => first(each, 1) === '20') ?? carriages[0]
  const [number = '', list = '', , name = ''] = parts(carriage, 8)
  return {
    vesselImo: list.trim() === CALL_SIGN ? null : imoOf(number),
    vessel: vesselOf(name),
    voyage: voyageOf(first(carriage, 2)),
  }
}

/** The events of an IFTSTA: one for each status and container. Throws BrokenMessage. */
export function readIftsta({ segments, envelope, raw }: FoundMessage, options: ReadingOptions): CarrierEvent[] {
  const reader = readerOf(envelope)
  const groups = groupsOf(segments)
  if (groups.length === 0)
    throw new BrokenMessage(segments[0] ?? { position: 1, tag: 'UNH' }, 'The message has no status (STS)')
  const beyond = groups[MAX_EVENTS_OF_MESSAGE]
  if (beyond) throw new BrokenMessage(beyond.status, TOO_MANY_EVENTS)
  const statuses = groups.map((group): SaidStatus => {
    const code = codeOf(reader.first(group.status, 2))
    if (code === null) throw new BrokenMessage(group.status, 'The code of the status is missing')
    const boxes = group.own.filter((each) => each.tag === 'EQD' && reader.first(each, 1) === 'CN')
    return {
      segment: group.status,
      code,
      time: timeOf(group, reader),
      containers: boxes.map((each) => containerOf(reader.first(each, 2))),
      booking: referenceIn(group, reader, 'BN'),
      masterBill: referenceIn(group, reader, 'BM'),
      ...placeOf(group, reader, code),
      ...vesselIn(group, reader),
    }
  })
  return eventsOf(statuses, { envelope, raw, type: 'IFTSTA', ...options })
}
