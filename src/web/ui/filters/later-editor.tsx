import { lazyPart } from '#web/ui/parts/lazy-part.tsx'

/** The editor of a filter, loaded when a person adds or changes one. */
export const FilterEditor = lazyPart(() => import('./filter-editor.tsx').then((part) => part.FilterEditor))
