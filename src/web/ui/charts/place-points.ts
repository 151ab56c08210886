/** A date of a plan in ms: as planned, and as it happened. */
export interface PlanPoint {
  label: string
  planned: number | null
  actual: number | null
}

/** A mark on the line: its place in percent, and the lane in which its label has room. */
export interface Mark {
  label: string
  at: number
  x: number
  lane: number
}

/** A plan on a line: its marks, the late dates, and today. */
export interface PlacedPlan {
  planned: Mark[]
  actual: Mark[]
  late: { label: string; from: number; to: number }[]
  today: number
}

const WHOLE = 100
/** The room of a mark's label, percent of the line. */
const LABEL = 13
/** The margin of marks from both ends, percent. */
const MARGIN = 4

/** Gives each label the first lane with room beside the label before. */
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

/** Places a plan on a line from first to last date, today at an end if outside. Null without dates. */
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
