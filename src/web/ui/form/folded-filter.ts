import { isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { contains } from '#contract/lib/fold.ts'

/** Options whose label contains what was typed, however it is spelled: the filter of every select. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const found: typeof options = []
  for (const option of options) {
    if (found.length === limit) break
    if (isOptionsGroup(option)) {
      const items = foldedFilter({ options: option.items, search, limit: limit - found.length })
      // Groups hold no groups: their items are options.
      if (items.length > 0) found.push({ ...option, items: items as typeof option.items })
    } else if (contains(option.label, search)) found.push(option)
  }
  return found
}
