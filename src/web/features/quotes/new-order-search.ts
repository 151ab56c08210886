import { z } from 'zod'

/** The search params of a new order: the id of the order it is copied from. */
export const newOrderSearch = z.object({ copy: z.coerce.number().int().positive().optional().catch(undefined) })
