import { z } from 'zod'
import { defineResource } from '#contract/lib/resource.ts'
import { ports } from './ports.ts'

export const cities = defineResource({
  ...ports,
  key: 'cities',
  path: 'city',
  name: 'City',
  about: 'Cities.',
  // Schemas of its own, which the API's document names.
  row: z.object(ports.row.shape),
  input: z.object(ports.input.shape),
  conflict: { field: 'code', message: 'City with this code ID already exists' },
})
export type City = z.infer<typeof cities.row>
