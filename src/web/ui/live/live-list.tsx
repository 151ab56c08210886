import { Suspense } from 'react'
import { idlePart } from '#web/ui/parts/lazy-part.tsx'
import type { LiveRowsProps, LiveRows as Rows } from './live-rows.tsx'

/** An idle part: not on the first screen. The cast: a part loaded later forgets the type parameter. */
const LiveRows = idlePart(() => import('./live-rows.tsx').then((part) => part.LiveRows)) as typeof Rows

/** Keeps the list after it in the page current while others change it, once its part is loaded. */
export const LiveList = <Row,>(props: LiveRowsProps<Row>) => (
  <Suspense>
    <LiveRows {...props} />
  </Suspense>
)
