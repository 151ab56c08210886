import { invalid } from '#server/errors.ts'

/** The field of a column; `guessed` if only the trade calls it by this heading. */
export interface ColumnField {
  field: string | null
  guessed: boolean
}

/** The fields of a kind of file, and how headings name them. */
export interface NamedFields {
  /** Labels by field. */
  labels: Readonly<Record<string, string>>
  /** The field whose label this is. */
  byLabel: (heading: string) => string | null
  /** The field that a heading probably means. */
  inTrade: (heading: string) => string | null
}

type Mapping = Readonly<Record<string, string | null>>

/** Throws 400 at `mapping` for unknown headings and fields, and for a field with two columns. */
function checkMapping(headings: readonly string[], mapping: Mapping, labels: NamedFields['labels']): void {
  const errors: Record<string, string> = {}
  const by = new Map<string, string>()
  for (const [heading, field] of Object.entries(mapping)) {
    const name = `mapping.${heading}`
    if (!headings.includes(heading)) errors[name] = `The file has no column ${heading.slice(0, 200)}`
    else if (field !== null && !Object.hasOwn(labels, field))
      errors[name] = `Unknown field. Allowed: ${Object.keys(labels).join(', ')}`
    else if (field !== null && by.has(field))
      errors[name] = `Two columns are mapped to ${labels[field]}: ${by.get(field)} and ${heading}`
    else if (field !== null) by.set(field, heading)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The field of each column: as mapped, else by its label, else by what the trade calls it. A field has one column:
 * the first of those that name it best. Throws 400 at `mapping`.
 */
export function mappedFields(
  { labels, byLabel, inTrade }: NamedFields,
  headings: readonly string[],
  mapping: Mapping,
): ColumnField[] {
  checkMapping(headings, mapping, labels)
  const isMapped = (heading: string) => Object.hasOwn(mapping, heading)
  // Of two columns with one heading, the first is meant.
  const fields: (string | null)[] = headings.map((heading, at) =>
    headings.indexOf(heading) === at ? (mapping[heading] ?? null) : null,
  )
  const taken = new Set(fields)
  const guessed = new Set<number>()
  for (const fieldOf of [byLabel, inTrade])
    for (const [at, heading] of headings.entries()) {
      const field = fields[at] === null && !isMapped(heading) ? fieldOf(heading) : null
      if (field === null || taken.has(field)) continue
      fields[at] = field
      taken.add(field)
      if (fieldOf === inTrade) guessed.add(at)
    }
  return fields.map((field, at) => ({ field, guessed: guessed.has(at) }))
}
