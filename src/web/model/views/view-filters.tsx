import { Button, CloseButton } from '@mantine/core'
import { Suspense } from 'react'
import { type Filters, readFilters, writeFilters } from '#contract/lib/filters.ts'
import type { ViewDefinition } from '#contract/views/view.ts'
import { VIEW_LISTS } from '#contract/views/view-lists.ts'
import { FilterChips } from '#web/ui/filters/filter-chips.tsx'
import chipClasses from '#web/ui/filters/filters.module.css'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import type { ViewAddress } from './use-view-address.ts'
import type { Viewed } from './view-state.ts'
import classes from './views.module.css'

const SaveChanges = lazyPart(() => import('./saving/save-changes.tsx').then((part) => part.SaveChanges))

interface ViewFiltersProps {
  address: ViewAddress
  viewed: Viewed
  /** The definition that Save stores. */
  whole: ViewDefinition
  onSaveAsNew: () => void
}

/** Filters as chips, and the actions on changes: nothing saves itself. */
export function ViewFilters({ address, viewed, whole, onSaveAsNew }: ViewFiltersProps) {
  const { definition, view, changed, builtIn, list, ids } = viewed
  const fields = VIEW_LISTS[list].filters
  const { filters } = readFilters(fields, definition.filters)
  const change = (next: Filters) => address.show({ ...definition, filters: writeFilters(next) })
  const reset = () => address.open(view?.id ?? builtIn?.key)
  if (Object.keys(filters).length === 0 && !definition.codes && !ids && !changed) return null
  return (
    <div className={classes.filters}>
      <FilterChips fields={fields} filters={filters} onChange={change} />
      {definition.codes && (
        <Pasted
          words={definition.codes.length === 1 ? '1 tracking code' : `${definition.codes.length} tracking codes`}
          remove="Remove the tracking codes"
          onRemove={() => address.show({ ...definition, codes: undefined })}
        />
      )}
      {ids && (
        <Pasted
          words={ids.length === 1 ? '1 chosen order' : `${ids.length} chosen orders`}
          remove="Show more than the chosen orders"
          onRemove={address.withoutIds}
        />
      )}
      {changed && (
        <span className={classes.changed}>
          <span role="status">Changed</span>
          <Button size="compact-sm" variant="subtle" onClick={reset}>
            Reset
          </Button>
          {/* A view keeps no ids, and would show other orders than are here. */}
          {!ids && (
            <Button size="compact-sm" variant={view?.editable ? 'subtle' : 'default'} onClick={onSaveAsNew}>
              Save as new
            </Button>
          )}
          {!ids && view?.editable && (
            <Suspense fallback={<Button size="compact-sm">Save</Button>}>
              <SaveChanges
                view={view}
                definition={whole}
                onSaved={() => address.open(view.id)}
                onSaveAsNew={onSaveAsNew}
              />
            </Suspense>
          )}
        </span>
      )}
    </div>
  )
}

interface PastedProps {
  words: string
  remove: string
  onRemove: () => void
}

/** A chip for the orders of a pasted list. */
const Pasted = ({ words, remove, onRemove }: PastedProps) => (
  <span className={chipClasses.chip}>
    <span className={chipClasses.words}>{words}</span>
    <CloseButton size={24} iconSize={14} aria-label={remove} onClick={onRemove} />
  </span>
)
