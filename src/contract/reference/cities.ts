import { z } from 'zod'
import { ports } from './ports.ts'

export const cities = {
  ...ports,
  path: 'city',
  name: 'City',
  // Schemas of its own, which the API's document names.
  row: z.object(ports.row.shape),
  input: z.object(ports.input.shape),
  conflict: { field: 'code', message: 'City with this code ID already exists' },
} as const satisfies typeof ports
export type City = z.infer<typeof cities.row>
