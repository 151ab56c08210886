import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { milestone, optionalMilestone } from './milestones.ts'

export const events = defineResource({
  key: 'events',
  path: 'request/event',
  name: 'Event',
  about: 'Events that an order goes through.',
  scope: 'reference',
  refs: { emailTemplateId: 'mailTemplates' },
  row: z.object({
    ...versioned,
    name: z.string(),
    publicStatus: z.string(),
    emailTemplateId: z.int().nullable(),
    emailTemplate: z.object({ id: z.int(), title: z.string() }).nullable(),
    milestone,
  }),
  input: z.object({
    name: f.requiredText('Name', 100),
    publicStatus: f.text('Public status', 150),
    emailTemplateId: f.optionalId(),
    /** The template as rows show it; `emailTemplateId` wins if both are sent. */
    emailTemplate: z.object({ id: f.id(CHOOSE) }, { error: CHOOSE }).nullish(),
    milestone: optionalMilestone(),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'publicStatus', 'emailTemplate'],
  searchable: ['name', 'publicStatus', 'emailTemplate'],
  columns: { id: 'ID', name: 'Name', publicStatus: 'Public status', emailTemplate: 'Mail template' },
  incomplete: NOT_ALL_FILLED,
})
export type EventInput = z.output<typeof events.input>
export type EventRecord = z.infer<typeof events.row>
