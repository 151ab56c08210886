import { type Call, own } from '#contract/api/call.ts'

const OWN = 'For its owner; for any member of staff once the owner has left.'

/** The calls about saved views. */
export const VIEW_CALLS: Record<string, Call> = {
  'GET views': own('listViews', 'List your saved views and those that colleagues share'),
  'POST views': own('addView', 'Save a new view of a list', 'Never changes another view, whatever its name.'),
  'GET views/counts': own('countViews', 'Count the rows of views', 'Counting stops at 99.'),
  'PUT views/last': own(
    'saveLastView',
    'Remember the view that you opened last',
    'The web app opens the list with it, unless another is its default.',
  ),
  'PUT views/{id}': own(
    'changeView',
    'Change a view',
    `${OWN} Omitted fields stay unchanged. With an updatedAt that is not the current one, the reply is 409 with both definitions.`,
  ),
  'DELETE views/{id}': own('removeView', 'Delete a view', `${OWN} It can be restored for 30 days.`),
  'POST views/{id}/restore': own('restoreView', 'Restore a deleted view', OWN),
  'PUT views/{id}/prefs': own(
    'saveViewPrefs',
    'Pin a view, or make it the one that the list opens with',
    'For yourself only, also when the view is shared.',
  ),
}
