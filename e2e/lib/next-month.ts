const HOUR_MS = 3_600_000

/** The first of next month as it is typed; in the last hours of a month, of the one after, so that it does not come meanwhile. */
export function firstOfNextMonth(): string {
  const soon = new Date(Date.now() + 3 * HOUR_MS)
  const first = new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1))
  return `${String(first.getUTCMonth() + 1).padStart(2, '0')}/01/${first.getUTCFullYear()}`
}
