import { guessField, IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import type { ImportMapping } from '#contract/imports/imports.ts'
import { invalid } from '#server/errors.ts'
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

/**
 * The field of each column: as mapped, else by its heading if no other column has that field. Throws 400 at
 * `mapping` for unknown headings and fields, and for a field with two columns.
 */
export function mappedFields(kind: ImportKind, headings: readonly string[], mapping: ImportMapping): (string | null)[] {
  const fields = IMPORT_FIELDS[kind]
  const errors: Record<string, string> = {}
  const by = new Map<string, string>()
  for (const [heading, field] of Object.entries(mapping)) {
    const name = `mapping.${heading}`
    if (!headings.includes(heading)) errors[name] = `The file has no column ${heading.slice(0, 200)}`
    else if (field !== null && !Object.hasOwn(fields, field))
      errors[name] = `Unknown field. Allowed: ${Object.keys(fields).join(', ')}`
    else if (field !== null && by.has(field))
      errors[name] = `Two columns are mapped to ${fields[field]}: ${by.get(field)} and ${heading}`
    else if (field !== null) by.set(field, heading)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const taken = new Set(by.keys())
  return headings.map((heading) => {
    const mapped = Object.hasOwn(mapping, heading) ? mapping[heading] : undefined
    if (mapped !== undefined) return mapped
    const guessed = guessField(kind, heading)
    if (guessed === null || taken.has(guessed)) return null
    taken.add(guessed)
    return guessed
  })
}
