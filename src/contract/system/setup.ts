import { z } from 'zod'

/** Steps of a new installation, in the order in which it is filled. */
export const SETUP_STEPS = ['ports', 'cities', 'depots', 'cartages', 'freight', 'events', 'templates', 'mail'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** The checklist of a new installation. */
export const setup = z.object({
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() })),
  dismissed: z.boolean(),
})
export type Setup = z.infer<typeof setup>
