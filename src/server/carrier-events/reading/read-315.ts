import { sideOf } from '#contract/carrier-events/carrier-codes.ts'
import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'
import { BrokenMessage, type FoundMessage, type Segment } from './edi-messages.ts'
import { eventsOf, type SaidStatus } from './edi-status.ts'
import { codeOf, containerOf, imoOf, placeCodeOf, placeNameOf, referenceOf, vesselOf, voyageOf } from './kept-texts.ts'
import type { ReadingOptions } from './reading-options.ts'
import { ediTime } from './said-times.ts'

/** Letters and digits of a container number. */
const NUMBER_LENGTH = 11

const element = (segment: Segment | undefined, place: number): string => segment?.elements[place]?.trim() ?? ''

/** The container of B4: initial, number and check digit. Some write the digit with the number, and again. */
function containerOfStatus(b4: Segment): string | null {
  const number = element(b4, 7) + element(b4, 8)
  return element(b4, 8) === '' ? null : containerOf(number.length >= NUMBER_LENGTH ? number : number + element(b4, 13))
}

const portCodeOf = (r4: Segment | undefined) => (element(r4, 2) === 'UN' ? placeCodeOf(element(r4, 3)) : null)

/** The place of the status: its own, else the port of its code's side. */
function placeOf(b4: Segment, ports: readonly Segment[], code: string) {
  const own = element(b4, 12) === 'UN' ? placeCodeOf(element(b4, 11)) : null
  const side = sideOf(code) === 'loading' ? 'L' : 'D'
  const port = own
    ? ports.find((each) => portCodeOf(each) === own)
    : ports.find((each) => element(each, 1).toUpperCase() === side)
  return { placeCode: own ?? portCodeOf(port), placeName: placeNameOf(element(port, 4)) }
}

/** The vessel's number is that of Lloyd's register, unless the segment says that it is another. */
function vesselOfStatus(q2: Segment | undefined) {
  const isImo = ['', 'L'].includes(element(q2, 12).toUpperCase())
  return {
    vesselImo: isImo ? imoOf(element(q2, 1)) : null,
    vessel: vesselOf(element(q2, 13)),
    voyage: voyageOf(element(q2, 9)),
  }
}

/** The events of a 315: one, or one for each container it refers to. Throws BrokenMessage. */
export function read315({ segments, envelope, raw }: FoundMessage, options: ReadingOptions): CarrierEvent[] {
  const [st] = segments
  const [b4, second] = segments.filter(({ tag }) => tag === 'B4')
  if (!b4) throw new BrokenMessage(st ?? { position: 1, tag: 'ST' }, 'The message has no B4')
  if (second) throw new BrokenMessage(second, 'The message has a second B4')
  const code = codeOf(element(b4, 3))
  if (code === null) throw new BrokenMessage(b4, 'The status is missing (B403)')
  const time = ediTime(element(b4, 4), element(b4, 5))
  if (!time) throw new BrokenMessage(b4, 'The date or time does not exist (B404, B405)')
  const references = segments.filter(({ tag }) => tag === 'N9')
  const named = (qualifier: string) => references.filter((each) => element(each, 1).toUpperCase() === qualifier)
  const own = containerOfStatus(b4)
  const status: SaidStatus = {
    segment: b4,
    code,
    time,
    containers: own ? [own] : named('EQ').map((each) => containerOf(element(each, 2))),
    booking: referenceOf(element(named('BN')[0], 2)),
    masterBill: referenceOf(element(named('BM')[0], 2)),
    ...placeOf(
      b4,
      segments.filter(({ tag }) => tag === 'R4'),
      code,
    ),
    ...vesselOfStatus(segments.find(({ tag }) => tag === 'Q2')),
  }
  return eventsOf([status], { envelope, raw, type: '315', ...options })
}
