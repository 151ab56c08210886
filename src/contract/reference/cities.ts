import type { z } from 'zod'
import { ports } from './ports.ts'

export const cities = {
  ...ports,
  path: 'city',
  name: 'City',
  conflict: { field: 'code', message: 'City with this code ID already exists' },
} as const satisfies typeof ports
export type City = z.infer<typeof cities.row>
