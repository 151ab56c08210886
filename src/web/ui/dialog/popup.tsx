import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import classes from './popup.module.css'

/** Props of the button that opens a popup. */
export interface PopupTarget {
  ref: RefObject<HTMLButtonElement | null>
  onClick: () => void
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
}

interface PopupProps {
  label: string
  opened: boolean
  onChange: (opened: boolean) => void
  target: (props: PopupTarget) => ReactNode
  children: ReactNode
  /** The width in px; never wider than the screen. */
  width?: number
  /** True to align it with the left edge of its button; by default with the right one. */
  fromLeft?: boolean
}

/**
 * A small panel under its button, closed by Escape, a click outside or the button; the focus moves in and
 * comes back. It uses no positioning library, since it is on the first screen.
 */
export function Popup({ label, opened, onChange, target, children, width = 260, fromLeft }: PopupProps) {
  const button = useRef<HTMLButtonElement>(null)
  const root = useClickOutside<HTMLDivElement>(() => opened && onChange(false))
  const wasOpened = useRef(opened)
  // A layout effect runs before a dialog that the content opened notes where the focus was.
  useLayoutEffect(() => {
    if (wasOpened.current && !opened) button.current?.focus({ preventScroll: true })
    wasOpened.current = opened
  }, [opened])
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    event.stopPropagation()
    onChange(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from anywhere in it
    <div className={classes.root} ref={root} onKeyDown={onEscape}>
      {target({ ref: button, onClick: () => onChange(!opened), 'aria-haspopup': 'dialog', 'aria-expanded': opened })}
      {/* Lazy content opens the panel once loaded, so that there is something to focus. */}
      {opened && (
        <PartBoundary over>
          <Suspense fallback={null}>
            <Panel label={label} width={width} fromLeft={fromLeft}>
              {children}
            </Panel>
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}

function Panel({ label, width, fromLeft, children }: Pick<PopupProps, 'label' | 'width' | 'fromLeft' | 'children'>) {
  const panel = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(panel, useFocusTrap(true))
  useKeepInside(panel)
  return (
    <div
      className={classes.panel}
      ref={ref}
      role="dialog"
      aria-label={label}
      data-from-left={fromLeft}
      style={{ width }}
    >
      {children}
    </div>
  )
}

/** Moves a panel that would leave the screen back into it. */
function useKeepInside(panel: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const { left, right } = element.getBoundingClientRect()
    const out = Math.max(0, right - document.documentElement.clientWidth + 8)
    if (left < 8 || out > 0) element.style.transform = `translateX(${left < 8 ? 8 - left : -Math.min(out, left - 8)}px)`
  }, [panel])
}
