/** Milliseconds. */
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** An instant `days` days (or parts of one) after the given one; before it when negative. */
export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY)
}

/** 00:00 UTC of the instant's day. */
export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY) * DAY)
}

/** An hour of the instant's day in UTC; 9.5 is half past nine. */
export function atHour(time: Date, hour: number): Date {
  return new Date(startOfDay(time).getTime() + hour * HOUR)
}
