import { Suspense } from 'react'
import { idlePart } from '#web/ui/parts/lazy-part.tsx'
import type { LiveRowsProps, LiveRows as Rows } from './live-rows.tsx'

/** Not part of the first screen. */
const LiveRows = idlePart(() => import('./live-rows.tsx').then((part) => part.LiveRows)) as typeof Rows // a part that is loaded later forgets the type parameter

/** Before a list in the page: keeps it current while others change it, in its own time. */
export const LiveList = <Row,>(props: LiveRowsProps<Row>) => (
  <Suspense>
    <LiveRows {...props} />
  </Suspense>
)
