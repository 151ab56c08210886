import { FOUND_KINDS, MAX_FOUND, NAME_FROM, RECENT_ENTITIES, SEARCH_GROUPS } from '#contract/search/search.ts'

/** Meanings of the properties of searches and of recents. */
export const SEARCHES: Record<string, string> = {
  q: `A number in any form, the beginning of one, or part of a name from ${NAME_FROM} characters on, of one in Chinese, Japanese or Korean from one on. Case, accents, apostrophes and width do not matter.`,
  limit: `The most records of each group, 1 to ${MAX_FOUND}.`,
  query: 'The text that was searched for.',
  groups: 'What was found, by group.',
  ...Object.fromEntries(SEARCH_GROUPS.map((group) => [`groups.${group}`, 'What was found there.'])),
  near: 'What is most like the text, the nearest first, if nothing was found.',
  partial: 'Groups of which something is missing, since it took too long.',
  more: 'Whether there are more.',
  'FoundItem.kind': `What it is: ${FOUND_KINDS.join(', ')}.`,
  'FoundItem.title': 'Its tracking code, reference or name.',
  'FoundItem.detail': 'What tells it from others.',
  matched: 'What it was found by.',
  exact: 'Whether the text is exactly its number or name.',
  codes: 'Tracking codes, containers and references, in any form.',
  found: 'The orders, each once.',
  'found.code': 'The tracking code of the order.',
  unknown: 'The codes that no order has, as they were sent.',
  'Recent.entity': `What it is: ${RECENT_ENTITIES.join(', ')}.`,
  'RecentInput.entity': `What it is: ${RECENT_ENTITIES.join(', ')}.`,
  'Recent.title': 'Its tracking code, reference or name.',
  'Recent.detail': 'What tells it from others.',
  'Recent.at': 'When you opened it last.',
}
