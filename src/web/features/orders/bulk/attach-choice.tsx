import { Radio, Stack } from '@mantine/core'
import { type AttachedKind, MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import type { RunPreview } from '#contract/runs/start-run.ts'
import { grouped } from '#web/lib/format/grouped.ts'

/** With which mails the document of each order goes. */
export type Attaching = 'possible' | 'required' | 'none'

/** The choice as the input of the run has it. */
export const attachInput = (attaching: Attaching) => ({
  attach: attaching !== 'none',
  attachRequired: attaching === 'required',
})

interface AttachChoiceProps {
  kind: AttachedKind
  value: Attaching
  onChange: (value: Attaching) => void
  preview: RunPreview | undefined
}

const isAttaching = (value: string): value is Attaching => ['possible', 'required', 'none'].includes(value)

/** Whether the PDF of each order goes with its mail: where it can be made, unless somebody wants it otherwise. */
export function AttachChoice({ kind, value, onChange, preview }: AttachChoiceProps) {
  const attachments = preview?.attachments
  const without = attachments?.cannot.reduce((sum, { count }) => sum + count, 0) ?? 0
  const all = (attachments?.can ?? 0) + without
  return (
    <Radio.Group
      label={`Attach ${MADE_KIND_LABELS[kind].toLowerCase()} (PDF)`}
      description={
        attachments && all > 0 ? `Can be made for ${grouped(attachments.can)} of ${grouped(all)} mails.` : undefined
      }
      value={value}
      onChange={(chosen) => isAttaching(chosen) && onChange(chosen)}
    >
      <Stack gap={6} mt={6}>
        <Radio value="possible" label="Where it can be made" />
        <Radio value="required" label="Always: an order without it fails" />
        <Radio value="none" label="No PDF" />
      </Stack>
    </Radio.Group>
  )
}
