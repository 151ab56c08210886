import { type Call, own } from '#contract/api/call.ts'
import {
  CARRIER_EVENT_PATH,
  DCSA_3_PATH,
  TAKE_EDI_PATH,
  TAKE_EVENTS_PATH,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { feeds } from '#contract/carrier-events/feeds.ts'

const one = `${CARRIER_EVENT_PATH}/{id}`

/** The calls about events of carriers. */
export const CARRIER_EVENT_CALLS: Record<string, Call> = {
  [`POST ${TAKE_EVENTS_PATH}`]: own(
    'pushCarrierEvents',
    'Push events of a carrier',
    'Events of DCSA Track & Trace: a list of 2.2, the object {events} of 3.0, or a list of either; at most 5,000 and 10 MB. The same again changes nothing. An event that cannot be read is a problem of its place, and stops no other.',
  ),
  [`POST ${DCSA_3_PATH}`]: own(
    'pushDcsaEvents',
    'Push events as DCSA Track & Trace 3.0 does',
    'The same, answered in the form of DCSA: a feedback element for each event that was not taken. Errors have that form too.',
  ),
  [`POST ${TAKE_EDI_PATH}`]: own(
    'pushCarrierEdi',
    'Push messages of EDI',
    'A text of X12 315 or IFTSTA, one or many interchanges, at most 10 MB. A message that cannot be read refuses itself only. Test interchanges are read and answered, and nothing of them is kept.',
  ),
  [`GET ${CARRIER_EVENT_PATH}`]: own('listCarrierEvents', 'List events of carriers', 'Those that came last first.'),
  [`GET ${one}`]: own(
    'getCarrierEvent',
    'Read an event of a carrier',
    'With what came, and for an unmatched one the sailings that it is most likely about.',
  ),
  [`POST ${one}/apply`]: own(
    'applyCarrierEvent',
    "Take the carrier's word",
    'Writes what a proposed event says. 409 for what is only expected: use Change dates; and for an event in another state.',
  ),
  [`POST ${one}/ignore`]: own(
    'ignoreCarrierEvent',
    'Ignore an event of a carrier',
    'One that is proposed or unmatched; 409 for another state.',
  ),
  [`POST ${one}/match`]: own(
    'matchCarrierEvent',
    'Say which sailing an event is about',
    'It is judged as if it came now. 409 unless it is unmatched.',
  ),
  'GET sailing/{id}/carrier-events': own(
    'listCarrierEventsOfSailing',
    'List events of carriers about a sailing',
    'Those that came last first.',
  ),
  [`POST ${feeds.path}/{id}/try`]: own(
    'tryFeed',
    'Try a feed',
    'Asks it, and says what it answered; nothing is kept. 409 for a feed that is pushed. For administrators.',
  ),
  [`POST ${feeds.path}/{id}/run`]: own(
    'runFeed',
    'Ask a feed now',
    '502 with the reason if it cannot be read; 409 for a feed that is pushed. For administrators.',
  ),
}
