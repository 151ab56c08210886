const DAY = 86_400_000
const HOUR = 3_600_000

const count = (value: number, unit: 'day' | 'hour') => (value === 1 ? `1 ${unit}` : `${value} ${unit}s`)

/** The distance to a date: 'in 3 days', 'in 5 hours', 'today', '2 days ago'. `isDay`: a day of UTC. */
export function daysApart(at: number, now: number, isDay: boolean): string {
  const apart = isDay ? at - Math.floor(now / DAY) * DAY : at - now
  if (isDay && apart === 0) return 'today'
  const far = Math.abs(apart)
  const words = far < DAY ? count(Math.max(1, Math.round(far / HOUR)), 'hour') : count(Math.round(far / DAY), 'day')
  return apart > 0 ? `in ${words}` : `${words} ago`
}

/** An actual date against its plan: 'as planned', '3 days late', '1 day early'; '' without a plan. */
export function againstPlan(planned: string | null, actual: string): string {
  if (!planned) return ''
  const apart = Math.round((Date.parse(actual) - Date.parse(planned)) / DAY)
  if (apart === 0) return 'as planned'
  return `${count(Math.abs(apart), 'day')} ${apart > 0 ? 'late' : 'early'}`
}
