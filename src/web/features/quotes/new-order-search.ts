import { z } from 'zod'

/** Search params of a new order: the id of the order that is copied. */
export const newOrderSearch = z.object({ copy: z.coerce.number().int().positive().optional().catch(undefined) })
