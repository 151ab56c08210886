import { Component, type ReactNode } from 'react'
import classes from './part-boundary.module.css'

/** True when a part of the app failed to load: a new version replaced its file, or the server is down. */
export const isMissingPart = (error: unknown) =>
  /dynamically imported module|module script|Unable to preload CSS/i.test(String(error))

/** Shown in place of a part that failed to load. */
export const PART_MISSING = 'This part could not be loaded. There may be a newer version. Please reload the page.'

/** Keeps the rest of a page, and what was typed there, when a lazy part fails to load. */
export class PartBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (!isMissingPart(error)) throw error
    return (
      <p className={classes.missing} role="alert">
        {PART_MISSING}
      </p>
    )
  }
}
