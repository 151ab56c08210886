import { type ComponentType, Suspense, useState } from 'react'
import { idlePart } from './lazy-part.tsx'

/** Props that a menu gets beside its own. */
export interface OfMenu {
  /** True if it was asked for before it was there. */
  defaultOpened?: boolean
}

/**
 * A button with a menu that is loaded once the browser is idle. Until then `Look` shows the same button; a press
 * on it opens the menu as soon as it is there.
 */
export function laterMenu<Props extends object>(
  load: () => Promise<ComponentType<Props & OfMenu>>,
  Look: ComponentType<Props & { onClick: () => void }>,
) {
  const Part = idlePart(load)
  return function LaterMenu(props: Props) {
    const [asked, setAsked] = useState(false)
    return (
      <Suspense fallback={<Look {...props} onClick={() => setAsked(true)} />}>
        <Part {...props} defaultOpened={asked} />
      </Suspense>
    )
  }
}
