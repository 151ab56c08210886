import { type ReactNode, Suspense } from 'react'
import type { ShownView } from './view-state.ts'
import classes from './views-place.module.css'

/** Keeps room for the views of a list, so that the list does not move when they arrive. */
export const ViewsPlace = ({ shown, children }: { shown: ShownView | null; children: ReactNode }) => (
  <div className={classes.place} data-narrowed={Object.keys(shown?.filters ?? {}).length > 0 || undefined}>
    <Suspense>{children}</Suspense>
  </div>
)
