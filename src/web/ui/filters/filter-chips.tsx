import { useRef } from 'react'
import type { Filter, FilterFields, Filters } from '#contract/lib/filters.ts'
import { FilterChip } from './filter-chip.tsx'
import classes from './filters.module.css'

interface FilterChipsProps {
  fields: FilterFields
  filters: Filters
  onChange: (filters: Filters) => void
}

/** The filters of a list. Removing one focuses the next, so that several can be removed in a row. */
export function FilterChips({ fields, filters, onChange }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const names = Object.keys(filters)
  const apply = (name: string, filter: Filter) => onChange({ ...filters, [name]: filter })
  const remove = (name: string) => {
    const next = names[names.indexOf(name) + 1] ?? names[names.indexOf(name) - 1]
    const beside = next && list.current?.querySelector<HTMLElement>(`[data-filter="${next}"] button`)
    if (beside) beside.focus()
    else list.current?.closest('main')?.focus({ preventScroll: true })
    onChange(Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name)))
  }
  return (
    <ul ref={list} className={classes.chips} aria-label="Filters">
      {names.map((name) => {
        const [field, filter] = [fields[name], filters[name]]
        return (
          field &&
          filter && (
            <FilterChip key={name} name={name} field={field} filter={filter} onApply={apply} onRemove={remove} />
          )
        )
      })}
    </ul>
  )
}
