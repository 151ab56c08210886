import { type Call, own } from '#contract/api/call.ts'

const HELD = 'Mails wait until RUN_HOLD_SECONDS after the last row of the run, and it can be undone until then.'
const SCOPES_OF_KIND = 'An API key needs the scopes of what the run is about: orders, clients or reference data.'
const VOYAGE = 'vessel/{id}/voyages/{voyage}'

/** The calls about work on many orders. */
export const RUN_CALLS: Record<string, Call> = {
  'POST sailing/{id}/date-change/preview': own(
    'previewDateChange',
    'Preview a change of the dates of a sailing',
    'What it would do to each order, and which clients would get a mail. Changes nothing.',
  ),
  'POST sailing/{id}/date-change': own(
    'changeDates',
    'Change the dates of a sailing and of the orders on it',
    `Returns the run that changes the orders with apply. ${HELD}`,
  ),
  'GET vessel/{id}/voyages': own(
    'listConfirmedVoyages',
    'List the voyages of a vessel that confirmations without a sailing name',
  ),
  [`POST ${VOYAGE}/date-change/preview`]: own(
    'previewDateChangeOfVoyage',
    'Preview a change of the dates of a voyage, for confirmations without a sailing',
    'What it would do to each order, and which clients would get a mail. Changes nothing.',
  ),
  [`POST ${VOYAGE}/date-change`]: own(
    'changeDatesOfVoyage',
    'Change the dates of a voyage, for confirmations without a sailing',
    `Returns the run that changes the orders with apply. ${HELD}`,
  ),
  'POST runs/preview': own(
    'previewRun',
    'Preview work on a selection of orders or offers',
    'How many orders or offers it would do, what it means to each, how many it would leave out and why, and the mails that it would send, whose text an API key sees with content:read. Changes nothing.',
  ),
  'POST runs': own(
    'startRun',
    'Do the same to many orders or offers',
    `The input is the body of the single action, without the order; empty for offers, which are named by their ids. They are done one by one: some may fail while others are done. ${HELD} ${SCOPES_OF_KIND}`,
  ),
  'GET runs': own('listRuns', 'List runs, newest first', 'With an API key, those that its scopes allow to read.'),
  'GET runs/{id}': own('getRun', 'Read a run', SCOPES_OF_KIND),
  'GET runs/{id}/items': own(
    'listRunItems',
    'List the orders or offers of a run, and what became of each',
    SCOPES_OF_KIND,
  ),
  'GET runs/{id}/export': own('exportRun', 'Download the orders or offers of a run', SCOPES_OF_KIND),
  'POST runs/{id}/stop': own(
    'stopRun',
    'Stop a run after the order it is at',
    `The others are skipped. ${SCOPES_OF_KIND}`,
  ),
  'POST runs/{id}/retry': own(
    'retryRun',
    'Try the failed orders of a run again',
    `On the versions they have now; with remedy, only those that it can help. ${SCOPES_OF_KIND}`,
  ),
  'POST runs/{id}/undo': own(
    'undoRun',
    'Undo a run while its mails are held',
    `Orders that were changed since stay as they are, each with its reason. message names what else stays. A large run is still undoing when this answers: read it until it is undone. ${SCOPES_OF_KIND}`,
  ),
}
