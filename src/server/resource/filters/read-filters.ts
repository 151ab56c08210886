import {
  type FilterFields,
  type Filters,
  type FilterTexts,
  fieldOfParameter,
  filterParameter,
  ME,
  readFilters,
} from '#contract/lib/filters.ts'
import { invalid } from '#server/errors.ts'

/** Filters with the person's id in the place of `me`. */
const withoutMe = (filters: Filters, userId: number): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { operator, values }]) => [
      name,
      { operator, values: values.map((value) => (value === ME ? String(userId) : value)) },
    ]),
  )

/** The filters of a call, `f.…`, for this person. Throws 400 at each that cannot be read. */
export function sentFilters(fields: FilterFields, query: Record<string, unknown>, userId: number): Filters {
  const texts: Record<string, unknown> = {}
  for (const [parameter, text] of Object.entries(query)) {
    const name = fieldOfParameter(parameter)
    if (name !== null) texts[name] = text
  }
  return checked(fields, texts, userId, filterParameter)
}

/** The filters of a view or a selection, for this person. Throws 400 at `filters.…`. */
export const keptFilters = (fields: FilterFields, texts: FilterTexts, userId: number): Filters =>
  checked(fields, texts, userId, (name) => `filters.${name}`)

function checked(
  fields: FilterFields,
  texts: Record<string, unknown>,
  userId: number,
  place: (name: string) => string,
): Filters {
  const { filters, errors } = readFilters(fields, texts)
  const wrong = Object.entries(errors).map(([name, message]) => [place(name).slice(0, 60), message])
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  return withoutMe(filters, userId)
}
