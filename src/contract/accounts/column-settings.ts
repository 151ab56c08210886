import { z } from 'zod'
import { flag } from '#contract/lib/fields.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { COLUMNS } from './session.ts'

/** Columns of the orders list to switch on or off; an absent one stays as it is. */
export const columnSettings = z.strictObject(recordOf(COLUMNS, () => flag().optional()))
