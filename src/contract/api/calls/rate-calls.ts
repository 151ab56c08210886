import { type Call, own } from '#contract/api/call.ts'
import { RATE_HISTORY_PATH, rateSets } from '#contract/rates/rate-sets.ts'

const one = `${rateSets.path}/{id}`
const NOT_FITTING = '409 with the conflicts in data if it no longer fits what is expected at its time.'

/** The calls about rate sets and the history of rates. */
export const RATE_CALLS: Record<string, Call> = {
  [`GET ${one}/diff`]: own(
    'getRateSetDiff',
    'List what a rate set changes',
    'Each change beside what was expected at its time when it was written, and what is now.',
  ),
  [`PUT ${one}/changes`]: own(
    'putRateSetChanges',
    'Change figures, lanes and their end in a rate set',
    'Merges all or nothing. A figure: {entity, recordId, field, new}; null takes it out. A new lane: {entity: freight, add}; with cbm null it is taken out. A lane that ends: {entity: freight, recordId, end}.',
  ),
  [`POST ${one}/schedule`]: own('scheduleRateSet', 'Schedule a rate set', NOT_FITTING),
  [`POST ${one}/apply`]: own('applyRateSet', 'Apply a rate set now', `In one transaction. ${NOT_FITTING}`),
  [`POST ${one}/cancel`]: own('cancelRateSet', 'Cancel a rate set that was not applied'),
  [`POST ${one}/undo`]: own(
    'undoRateSet',
    'Undo a rate set',
    'Within a day of applying it, once. What somebody changed since stays, and is named.',
  ),
  [`POST ${one}/simulate`]: own(
    'simulateRateSet',
    'Tell what a rate set would have done to quotes that were given',
    'Writes nothing.',
  ),
  [`GET ${RATE_HISTORY_PATH}`]: own('getRateHistory', 'List the values that a record has had', 'Newest first.'),
}
