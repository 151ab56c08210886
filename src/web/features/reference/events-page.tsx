import { IconTimelineEvent } from '@tabler/icons-react'
import { events } from '#contract/reference/events.ts'
import { MILESTONE_LABELS, MILESTONES, showMilestone } from '#contract/reference/milestones.ts'
import { mailTemplates, templateListItem } from '#contract/templates/templates.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { textField } from '#web/ui/resource/fields.tsx'
import { RecordName } from '#web/ui/resource/record-name.tsx'
import { RecordSelect } from '#web/ui/resource/record-select.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

const TEMPLATES = { ...mailTemplates, row: templateListItem, sortable: ['id', 'title'] } as const

export function EventsPage() {
  return (
    <ReferenceScreen
      resource={events}
      title="Events"
      icon={IconTimelineEvent}
      about="The steps that an order goes through appear here, in the order of their IDs."
      nameOf={(row) => row.name}
      columns={[
        idColumn,
        textColumn('name', 240),
        textColumn('publicStatus', 260),
        { id: 'emailTemplate', width: 240, cell: (row) => row.emailTemplate?.title ?? EMPTY },
      ]}
      fields={[
        textField('name', 'Name'),
        textField('publicStatus', 'Public status', { optional: true }),
        {
          name: 'milestone',
          label: 'Milestone',
          render: (input) => (
            <ChoiceSelect
              {...input}
              clearable
              placeholder="None"
              data={MILESTONES.map((value) => ({ value, label: MILESTONE_LABELS[value] }))}
              description="What this event means, whatever you call it. The progress bar uses Departed when the confirmation has no departure date."
            />
          ),
          shown: showMilestone,
        },
        {
          name: 'emailTemplateId',
          label: 'Mail template',
          render: (input, { row }) => (
            <RecordSelect
              input={input}
              resource={TEMPLATES}
              labelOf={({ title }) => title}
              filters={{ system: 'false' }}
              known={row?.emailTemplate && { id: row.emailTemplate.id, label: row.emailTemplate.title }}
              placeholder="No mail template"
            />
          ),
          shown: (id) => <RecordName resource={TEMPLATES} labelOf={({ title }) => title} id={id} />,
        },
      ]}
      blank={{ name: '', publicStatus: '', emailTemplateId: null, milestone: null }}
    />
  )
}
