import type { ReactNode } from 'react'

interface ScrollRegionProps {
  label: string
  className: string | undefined
  children: ReactNode
}

/**
 * A part of the page that scrolls by itself. It takes the focus, because without a mouse it could not be
 * scrolled otherwise.
 */
export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
  <section className={className} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
