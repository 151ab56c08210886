import { z } from 'zod'
import { changedDay, day } from './fields.ts'
import * as m from './messages.ts'

/** A day without a time, 'yyyy-MM-dd'; null if empty. Of an instant, it is the day as it is written there. */
export const optionalPlainDay = (message = m.DAY) =>
  day(message).transform((at) => (at === null ? null : at.slice(0, 10)))

/** The same, which must not be empty. */
export const plainDay = (message = m.DAY) =>
  day(message).transform((at, ctx): string => {
    if (at !== null) return at.slice(0, 10)
    ctx.addIssue({ code: 'custom', message: m.REQUIRED })
    return z.NEVER
  })

/** A day without a time that null and '' empty; an absent one stays absent. */
export const changedPlainDay = (message = m.DAY) =>
  changedDay(message).transform((at) => (typeof at === 'string' ? at.slice(0, 10) : at))
