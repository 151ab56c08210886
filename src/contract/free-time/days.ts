const DAY_MS = 86_400_000

/** A calendar day later by so many days, negative for earlier; both as 'yyyy-MM-dd'. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Calendar days from one day to another, negative if it is earlier; both as 'yyyy-MM-dd'. */
export const daysFrom = (day: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS

/** True for a Saturday or Sunday. */
export const isWeekend = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0
