/** A day or time of a plan, in ms: when it should be, and when it was. */
export interface PlanPoint {
  label: string
  planned: number | null
  actual: number | null
}

/** A mark on the line: where, in percent, and in which lane its label has room. */
export interface Mark {
  label: string
  at: number
  x: number
  lane: number
}

/** A chart of a plan: its marks, what came later than planned, and today. */
export interface PlacedPlan {
  planned: Mark[]
  actual: Mark[]
  late: { label: string; from: number; to: number }[]
  today: number
}

const WHOLE = 100
/** What the label of a mark takes, percent of the line. */
const LABEL = 13
/** Marks keep this far from both ends, percent. */
const MARGIN = 4

/** Gives each label the first lane in which it has room beside the one before. */
function inLanes(marks: Omit<Mark, 'lane'>[]): Mark[] {
  const ends: number[] = []
  return marks
    .toSorted((one, other) => one.x - other.x)
    .map((mark) => {
      const free = ends.findIndex((end) => end <= mark.x)
      const lane = free < 0 ? ends.length : free
      ends[lane] = mark.x + LABEL
      return { ...mark, lane }
    })
}

/** Places a plan on a line from its first to its last date; today is at an end when it lies outside. Null without dates. */
export function placePlan(points: readonly PlanPoint[], now: number): PlacedPlan | null {
  const dates = points.flatMap(({ planned, actual }) => [planned, actual]).filter((at) => at !== null)
  if (dates.length === 0) return null
  const from = Math.min(...dates)
  const span = Math.max(...dates) - from || 1
  const xOf = (at: number) => MARGIN + Math.min(1, Math.max(0, (at - from) / span)) * (WHOLE - 2 * MARGIN)
  const marksOf = (kind: 'planned' | 'actual') =>
    inLanes(
      points.flatMap((point) => {
        const at = point[kind]
        return at === null ? [] : [{ label: point.label, at, x: xOf(at) }]
      }),
    )
  const late = points.flatMap(({ label, planned, actual }) =>
    planned !== null && actual !== null && actual > planned ? [{ label, from: xOf(planned), to: xOf(actual) }] : [],
  )
  const today = now < from ? 0 : now > from + span ? WHOLE : xOf(now)
  return { planned: marksOf('planned'), actual: marksOf('actual'), late, today }
}
