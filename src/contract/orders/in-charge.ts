import { z } from 'zod'
import { optionalId } from '#contract/lib/fields.ts'

/** The member of staff who looks after an order; null for nobody. */
export const inChargeInput = z.object({ userId: optionalId() })

/** The path to the members of staff who can look after orders. */
export const STAFF_PATH = 'staff/get_all'
export const IN_CHARGE = 'In charge'
export const NOT_STAFF = 'This is not a member of staff'
