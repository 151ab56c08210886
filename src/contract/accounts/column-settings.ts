import { z } from 'zod'
import { flag } from '#contract/lib/fields.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { COLUMNS } from './session.ts'

/** Switches columns of the orders list on or off. */
export const columnSettings = z.strictObject(recordOf(COLUMNS, () => flag().optional()))
