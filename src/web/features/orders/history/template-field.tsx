import { Button, NativeSelect } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { NO_MAIL } from '#contract/orders/set-event.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import classes from './set-event.module.css'
import { TemplatePreview } from './template-preview.tsx'

interface TemplateFieldProps {
  templates: readonly TemplateListItem[]
  /** The chosen next event: its template comes first. */
  event: EventRecord | undefined
  orderId: number
  value: number | null
  onChange: (id: number | null) => void
  error: React.ReactNode
}

const asOption = ({ id, title }: TemplateListItem) => ({ value: String(id), label: title })

/** The mail sent with the event, and its preview with this order. */
export function TemplateField({ templates, event, orderId, value, onChange, error }: TemplateFieldProps) {
  const [previewed, setPreviewed] = useState(false)
  const suggested = templates.find(({ id }) => id === event?.emailTemplateId)
  const rest = templates.filter((template) => template !== suggested)
  const chosen = templates.find(({ id }) => id === value)
  return (
    <div className={classes.template}>
      <NativeSelect
        className={classes.grow}
        label="Send mail"
        data={[
          { value: '', label: NO_MAIL },
          ...(suggested ? [{ group: 'Suggested for this event', items: [asOption(suggested)] }] : []),
          { group: suggested ? 'Other templates' : 'Templates', items: rest.map(asOption) },
        ]}
        value={value === null ? '' : String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
        error={error}
      />
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        disabled={!chosen}
        onClick={() => setPreviewed(true)}
      >
        Preview
      </Button>
      {previewed && chosen && (
        <TemplatePreview
          templateId={chosen.id}
          title={chosen.title}
          orderId={orderId}
          onClose={() => setPreviewed(false)}
        />
      )}
    </div>
  )
}
