import { type FilterTexts, writeFilter } from '#contract/lib/filters.ts'
import type { AuditSearch } from './audit-search.ts'

/** The filters of the screen, as a saved view has them. */
export function impliedFilters({ action, entity, record, user, from, to }: AuditSearch): FilterTexts {
  const is = (value: string | number) => writeFilter({ operator: 'is', values: [String(value)] })
  const between = (first: string, last: string) => writeFilter({ operator: 'between', values: [first, last] })
  return {
    ...(action && { action: is(action) }),
    ...(entity && { entity: is(entity) }),
    ...(record && { recordId: is(record) }),
    ...(user && { user: is(user) }),
    ...((from || to) && { at: between(from ?? FIRST_DAY, to ?? LAST_DAY) }),
  }
}
/** The first and the last day that a date can have. */
const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '2199-12-31']
