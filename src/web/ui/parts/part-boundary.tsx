import { Component, type ReactNode } from 'react'
import { connection, OFFLINE } from '#web/lib/api/connection.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { loadAgain } from './lazy-part.tsx'
import classes from './part-boundary.module.css'

/** True if a part of the app failed to load: a new version replaced its file, or the server is down. */
export const isMissingPart = (error: unknown) =>
  /dynamically imported module|module script|Unable to preload CSS/i.test(String(error))

/** The message in place of a part that failed to load. */
export const PART_MISSING = 'This part could not be loaded. There may be a newer version. Please reload the page.'
/** The message while there is no connection: the part loads once it is back. */
export const PART_WAITS = {
  offline: `${OFFLINE}. This opens when the connection is back.`,
  unreachable: 'The server cannot be reached. This opens when it can.',
}

interface PartBoundaryProps {
  children: ReactNode
  /** True for a part that opens over the page, as the message in its place does. */
  over?: boolean
}

/**
 * Keeps the rest of a page and its typed input when a lazy part fails to load; the part is loaded again when
 * the connection is back.
 */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  private stop = () => {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidMount() {
    const back = () => {
      if (!this.state.error || connection.get() !== 'up') return
      loadAgain()
      this.setState({ error: null })
    }
    this.stop = connection.subscribe(back)
  }

  override componentWillUnmount() {
    this.stop()
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (!isMissingPart(error)) throw error
    return <MissingPart over={this.props.over} />
  }
}

function MissingPart({ over }: Pick<PartBoundaryProps, 'over'>) {
  const state = useStore(connection)
  return (
    <p className={classes.missing} data-over={over || undefined} role="alert">
      {state === 'up' ? PART_MISSING : PART_WAITS[state]}
    </p>
  )
}
