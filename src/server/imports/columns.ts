import { IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { fieldByLabel, fieldInTrade } from '#contract/imports/trade-headings.ts'
import type { ImportMapping } from '#contract/lib/import.ts'
import { type ColumnField, mappedFields, type NamedFields } from '#server/resource/mapped-fields.ts'
import { shownText } from '#server/sheets/unreadable.ts'

/** Headings as they are shown and mapped: each once, and never empty. */
export function namedHeadings(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading, index) => {
    const name = shownText(heading).replaceAll(/\s+/g, ' ').slice(0, 200) || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

const namesOf = (kind: ImportKind): NamedFields => ({
  labels: IMPORT_FIELDS[kind],
  byLabel: (heading) => fieldByLabel(IMPORT_FIELDS[kind], heading),
  inTrade: (heading) => fieldInTrade(kind, heading),
})

/** The field that a cell names as a heading; null for none. */
export const namedField = (kind: ImportKind, cell: string): string | null => {
  const { byLabel, inTrade } = namesOf(kind)
  return byLabel(cell) ?? inTrade(cell)
}

/** The field of each column of a file. Throws 400 at `mapping`. */
export const fieldsOfColumns = (kind: ImportKind, headings: readonly string[], mapping: ImportMapping): ColumnField[] =>
  mappedFields(namesOf(kind), headings, mapping)
