import { Component, type ReactNode } from 'react'
import classes from './part-boundary.module.css'

/** True for a part of the app that could not be loaded: its file is gone with its version, or the server is away. */
export const isMissingPart = (error: unknown) =>
  /dynamically imported module|module script|Unable to preload CSS/i.test(String(error))

export const PART_MISSING = 'This part could not be loaded: a newer version may be there. Please reload the page.'

/** Keeps the rest of a page, and what was typed there, when a part that comes on demand cannot be loaded. */
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
