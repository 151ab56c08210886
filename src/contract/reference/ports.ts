import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'

export const ports = defineResource({
  key: 'ports',
  path: 'port',
  name: 'Port',
  about: 'Ports.',
  scope: 'reference',
  named: '{code} — {name}',
  row: z.object({ ...versioned, code: z.string(), name: z.string() }),
  input: z.object({ code: f.code(), name: f.requiredText('Name', 150) }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'code', 'name'],
  searchable: ['code', 'name'],
  columns: { id: 'ID', code: 'Code', name: 'Name' },
  conflict: { field: 'code', message: 'Port with this code ID already exists' },
  incomplete: NOT_ALL_FILLED,
})
export type Port = z.infer<typeof ports.row>
