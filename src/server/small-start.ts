import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's space for new objects small while the server starts: most of what is loaded then soon becomes garbage, but the
 * space would never shrink again (20 MB, see db/tuning/README.md). Call `grow` after the start.
 */
export function startSmall(): { grow: () => void } {
  setFlagsFromString('--semi-space-growth-factor=1')
  return { grow: () => setFlagsFromString('--semi-space-growth-factor=2') }
}
