import { readFilters } from '#contract/lib/filters.ts'
import type { ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { sortedColumn, VIEW_LISTS } from '#contract/views/view-lists.ts'
import { filterWords } from '#web/ui/filters/filter-words.ts'

/** The words for a definition, line by line; columns by their titles if known. */
export function definitionWords(list: ViewedList, definition: ViewDefinition, titles: Record<string, string>) {
  const { filters: fields } = VIEW_LISTS[list]
  const { filters } = readFilters(fields, definition.filters)
  const titleOf = (id: string) => titles[id] ?? id
  const filtered = Object.entries(filters).flatMap(([name, filter]) => {
    const field = fields[name]
    // Records are named by their numbers: both sides read alike.
    return field ? [filterWords(field, filter, filter.values)] : []
  })
  const sorted = definition.sort.map(
    ({ field, direction }) =>
      `${titleOf(sortedColumn(list, field) ?? field)}, ${direction === 'desc' ? 'descending' : 'ascending'}`,
  )
  return [
    { label: 'Filters', value: filtered.join('\n') || 'None' },
    { label: 'Search', value: definition.search || 'None' },
    { label: 'Sorted by', value: sorted.join('\n') || 'As usual' },
    { label: 'Columns', value: definition.columns.flatMap(({ id, shown }) => (shown ? [titleOf(id)] : [])).join(', ') },
    { label: 'Rows per page', value: String(definition.perPage) },
    { label: 'Row height', value: definition.density === 'compact' ? 'Compact' : 'Comfortable' },
  ]
}
