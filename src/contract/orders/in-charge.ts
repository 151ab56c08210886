import { z } from 'zod'
import { optionalId } from '#contract/lib/fields.ts'

/** Who looks after an order: a member of staff, or null for nobody. */
export const inChargeInput = z.object({ userId: optionalId() })

/** The members of staff who can look after orders. */
export const STAFF_PATH = 'staff/get_all'
export const IN_CHARGE = 'In charge'
export const NOT_STAFF = 'This is not a member of staff'
