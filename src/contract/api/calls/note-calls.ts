import { type Call, own } from '#contract/api/call.ts'

const INTERNAL = 'Notes are for staff only: no call, page or mail shows them to clients.'

/** The calls about notes, and about each member of staff's notifications and preferences. */
export const NOTE_CALLS: Record<string, Call> = {
  'GET request/booking/{id}/notes': own('listNotes', 'List the internal notes on an order, newest first', INTERNAL),
  'POST request/booking/{id}/notes': own(
    'addNote',
    'Add an internal note to an order',
    `A time, or somebody to do it, makes it a task. The version of the order stays the same. ${INTERNAL}`,
  ),
  'PUT request/booking/{id}/notes/{noteId}': own(
    'changeNote',
    'Change a note, or mark it as done',
    'Its text and mentions are its author’s. Earlier texts are kept, except those of the first 5 minutes.',
  ),
  'DELETE request/booking/{id}/notes/{noteId}': own(
    'removeNote',
    'Remove a note',
    'For its author and for administrators.',
  ),
  'GET attention/hand-over': own('listHandOvers', 'List who looks after whose queue now'),
  'POST attention/hand-over': own(
    'handOverQueue',
    'Hand your queue over to a colleague until a time',
    'It lapses by itself. The orders stay in your charge, and a note on each says who looks after it.',
  ),
  'DELETE attention/hand-over': own('takeBackQueue', 'Take your queue back'),
  'GET notifications': own('listNotifications', 'List your notifications, newest first'),
  'POST notifications/read': own('readNotifications', 'Mark your notifications as read'),
  'GET user/personal/preferences': own('getPreferences', 'Read what you chose in the account menu'),
  'PUT user/personal/preferences': own('savePreferences', 'Choose your start page, and whether you get the daily mail'),
}
