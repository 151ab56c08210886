import { FOUND_BY_DEFAULT, MAX_FOUND, START_FROM } from '#contract/search/search.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { oneMore } from './found.ts'

// Planning one of these statements takes up to ten times as long as running it, and a connection keeps a plan
// for all values only if it looks as good as one for the values at hand. So no plan may depend on values:
// what was typed comes from materialized CTEs, lists from JSON (arrays would be counted), and how many
// records are wanted stands in the text.

/** A statement that finds at least so many records: one text for the usual number, one for any other. */
export function forAnyLimit(textOf: (most: number) => string): (limit: number) => string {
  const [usual, any] = [FOUND_BY_DEFAULT, MAX_FOUND].map((most) => `${textOf(oneMore(most))} ${PLANNED}`)
  return (limit) => (limit <= oneMore(FOUND_BY_DEFAULT) ? usual : any) ?? ''
}

/**
 * CTE of the terms of a parameter, a JSON list of texts: those from which beginnings are searched. `offset
 * 0`: each is made once.
 */
export const termsOf = (parameter: string) =>
  `select distinct term from (
      select search_term(raw) collate "C" as term from json_array_elements_text(${parameter}::json) raw offset 0
    ) x where length(term) >= ${START_FROM}`

/** That a term begins with another; as a range, which an index answers. */
export const beginsWith = (term: string, start: string) => `${term} >= ${start} and ${term} < ${start} || chr(1114111)`
