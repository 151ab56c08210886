import { listedEvent, readListedEvents } from '#contract/imports/listed-events.ts'
import { comparedForm } from '#contract/lib/text.ts'

/** Values that stand in for cells: for fields without a column, and for texts that mean something else. */
export interface Filling {
  /** Text by field. */
  fixed: Readonly<Record<string, string>>
  /** Text by field and cell. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The cells of a file as they are read, by fields. */
export interface FilledCells {
  /** The place of each field among the filled cells of a row. */
  at: ReadonlyMap<string, number>
  /** The cells of a row, replaced, with fixed values behind its columns. */
  fill: (cells: readonly string[]) => readonly string[]
}

/** Replaces the names in 'Departed @ 2026-11-20; Arrived @ 2026-12-14'; a list without one of them stays as it is. */
function replacedEvents(text: string, by: ReadonlyMap<string, string>): string {
  const events = readListedEvents(text, (date) => /\p{Nd}/u.test(date))
  if (!events.some(({ name }) => by.has(comparedForm(name)))) return text
  return events.map(({ name, date }) => listedEvent(by.get(comparedForm(name)) ?? name, date)).join('; ')
}

/**
 * How the cells of a file are filled in. `fields` are those of its columns, which win over fixed values; a
 * fixed value that is empty fills nothing.
 */
export function fillingOf(fields: readonly (string | null)[], { fixed, values }: Filling): FilledCells {
  const at = new Map(fields.flatMap((field, index) => (field === null ? [] : [[field, index] as const])))
  const more = Object.entries(fixed).filter(([field, text]) => !at.has(field) && text !== '')
  for (const [index, [field]] of more.entries()) at.set(field, fields.length + index)
  const behind = more.map(([, text]) => text)
  const replaced = Object.entries(values).flatMap(([field, by]) => {
    const index = at.get(field)
    const known = new Map(Object.entries(by).map(([from, to]) => [comparedForm(from), to]))
    return index === undefined ? [] : [{ field, index, known }]
  })
  const fill = (cells: readonly string[]): readonly string[] => {
    if (replaced.length === 0 && behind.length === 0) return cells
    const filled = [...cells, ...Array<string>(Math.max(0, fields.length - cells.length)).fill(''), ...behind]
    for (const { field, index, known } of replaced) {
      const text = filled[index] ?? ''
      filled[index] = known.get(comparedForm(text)) ?? (field === 'events' ? replacedEvents(text, known) : text)
    }
    return filled
  }
  return { at, fill }
}
