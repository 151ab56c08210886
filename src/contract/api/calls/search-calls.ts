import { type Call, own } from '#contract/api/call.ts'
import { MAX_CODES, NAME_FROM, RECENTS_KEPT } from '#contract/search/search.ts'

/** The calls of the box that finds anything. */
export const SEARCH_CALLS: Record<string, Call> = {
  'GET search': own(
    'findAnything',
    'Find anything by a number or a name',
    `Numbers in any form, whole or from their beginning; names from ${NAME_FROM} characters on (Chinese, Japanese and Korean from one on), whatever their accents, apostrophes and width. Exact hits come first in each group.`,
  ),
  'POST search/codes': own(
    'findCodes',
    'Find the orders of several codes',
    `Tracking codes, containers and references in any form, at most ${MAX_CODES}.`,
  ),
  'GET recents': own(
    'listRecents',
    'List the records you opened last, newest first',
    'Records that are gone are left out.',
  ),
  'POST recents': own(
    'noteRecent',
    'Note that you opened a record',
    `The last ${RECENTS_KEPT} are kept. 404 for a record that is gone.`,
  ),
}
