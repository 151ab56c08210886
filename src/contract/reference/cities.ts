import { z } from 'zod'
import { defineResource } from '#contract/lib/resource.ts'
import { ports } from './ports.ts'

export const cities = defineResource({
  ...ports,
  key: 'cities',
  path: 'city',
  name: 'City',
  about: 'Cities.',
  // A schema of its own, because the API's document names it.
  row: z.object(ports.row.shape),
  input: z.object(ports.input.shape),
  conflict: { field: 'code', message: 'City with this code ID already exists' },
})
export type City = z.infer<typeof cities.row>
