import { VIEWED_LISTS } from '#contract/views/view.ts'

/** Meanings of the properties of views. */
export const VIEWS: Record<string, string> = {
  list: `The list: ${VIEWED_LISTS.join(', ')}.`,
  deleted: '1 for deleted views that you can restore.',
  shared: 'Whether all staff see it.',
  definition: 'What the view shows.',
  filters: 'Filters by field, as in the address of the list: { "status": "in:0,2" }.',
  'ViewDefinition.search': 'The text that is searched.',
  'ViewDefinitionInput.search': 'The text to search.',
  'ViewDefinition.sort': 'The columns that the list is sorted by.',
  'ViewDefinitionInput.sort': 'The columns to sort by.',
  direction: 'asc or desc.',
  'ViewDefinition.columns': 'Every column of the list, in order, and whether it is shown.',
  'ViewDefinitionInput.columns':
    'The columns in order, and whether each is shown; a column that is left out is hidden. Without this, those that the list usually shows; at least one must be shown.',
  shown: 'Whether the column is shown.',
  perPage: 'Rows per page.',
  density: 'The height of the rows.',
  codes: 'Tracking codes that the list shows, only for orders.',
  ownerId: 'The id of the member of staff who saved the view.',
  owner: 'Who saved the view; null once that person has left.',
  editable: 'Whether you may change and delete the view.',
  pinned: 'Whether it has a tab of its own above your list.',
  position: 'Its place among your pinned views, from 0.',
  isDefault: 'Whether your list opens with it.',
  'ViewPage.last': 'The view of the list asked for that you opened last: its id, or the name of a built-in one.',
  'LastViewInput.view': 'The id of the view, or the name of a built-in one: all, mine.',
  'View.deletedAt': 'When it was deleted; null if it was not.',
  ids: 'Ids of views, separated by commas, at most 50.',
  count: 'The number of rows, at most 99.',
  capped: 'Whether there are more than that.',
}
