/** Events of one body. */
export const MAX_EVENTS = 5_000
/** Objects and lists within each other in an event: a body that was written by a program has five. */
export const MAX_LEVELS = 20
/** Characters of a text of EDI that is read. */
export const MAX_EDI_TEXT = 10 * 1024 ** 2
/** Messages of one text: the shortest that says something has some 200 characters. */
export const MAX_MESSAGES = 50_000
/** Events of one message of EDI: a status of as many containers. */
export const MAX_EVENTS_OF_MESSAGE = 1_000
/** Characters that are kept of a message as it came. */
export const MAX_RAW = 8_000

const DAY_MS = 86_400_000
/** Times before it are not those of a shipment that is tracked. */
const EARLIEST = Date.UTC(2000, 0, 1)
const FURTHEST_DAYS = 2 * 366

/** Whether something can happen at an instant (ms), or be expected then. */
export const isEventTime = (at: number, now: number): boolean => at >= EARLIEST && at <= now + FURTHEST_DAYS * DAY_MS

/** Whether something can have been said at an instant (ms). What was said in the future would count for ever; a day allows for clocks of other zones. */
export const isStatedTime = (at: number, now: number): boolean => at >= EARLIEST && at <= now + DAY_MS
