import { Button, NativeSelect } from '@mantine/core'
import { IconEye, IconMailFast } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { NO_MAIL } from '#contract/orders/set-event.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { PreviewDialog } from '#web/ui/dialog/preview-dialog.tsx'
import { MailFacts, type MailPreview } from './mail-preview.tsx'
import classes from './set-event.module.css'
import { useDeletedChoice } from './use-deleted-choice.ts'

interface TemplateFieldProps
  extends Pick<ComponentProps<typeof MailPreview>, 'mail' | 'toUpload' | 'fault' | 'onRetry' | 'lacks'> {
  templates: readonly TemplateListItem[]
  /** The template of the chosen next event: it comes first, and one key chooses it. */
  suggested: TemplateListItem | null
  value: number | null
  onChange: (id: number | null) => void
  error: ReactNode
}

const asNamed = ({ id, title }: TemplateListItem) => ({ id, name: title })
const asOption = ({ id, title }: TemplateListItem) => ({ value: String(id), label: title })

/** The choice of the mail that goes with the event, and a larger preview of it. */
export function TemplateField(props: TemplateFieldProps) {
  const { templates, suggested, value, onChange, error, mail, toUpload, lacks, ...loading } = props
  const [previewed, setPreviewed] = useState(false)
  const rest = templates.filter((template) => template !== suggested)
  const chosen = templates.find(({ id }) => id === value)
  const deleted = useDeletedChoice(value, templates.map(asNamed))
  const select = useRef<HTMLSelectElement>(null)
  const use = (id: number) => {
    onChange(id)
    // The button is gone: the comment comes next, or Ctrl+Enter.
    select.current?.form?.querySelector('textarea')?.focus()
  }
  return (
    <div className={classes.template}>
      <NativeSelect
        ref={select}
        className={classes.grow}
        label="Send mail"
        data={[
          { value: '', label: NO_MAIL },
          ...(deleted ? [deleted] : []),
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
        disabled={!chosen || !!lacks}
        onClick={() => setPreviewed(true)}
      >
        Preview
      </Button>
      {suggested && value === null && (
        <Button
          data-autofocus
          className={classes.suggested}
          variant="light"
          leftSection={<IconMailFast size={16} aria-hidden />}
          onClick={() => use(suggested.id)}
        >
          Use {suggested.title}
        </Button>
      )}
      {previewed && chosen && (
        <PreviewDialog title={chosen.title} onClose={() => setPreviewed(false)} html={mail?.html} {...loading}>
          {mail && <MailFacts mail={mail} toUpload={toUpload} />}
        </PreviewDialog>
      )}
    </div>
  )
}
