import { Button, Checkbox } from '@mantine/core'
import { useEffect } from 'react'
import { orderFields } from '#contract/order-fields.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { showSuccess } from '#web/lib/toast.tsx'
import { useForm } from '#web/lib/use-form.ts'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { NotifyHint } from './notify-hint.tsx'
import { conflictRow, FIELD_LABELS } from './order-values.ts'
import { PanelField } from './panel-field.tsx'
import { PanelHead, useFocusFirstField } from './panel-head.tsx'
import { QuoteFields, useChosenNames } from './quote-fields.tsx'
import { type OrderField, saveOrder } from './save-order.ts'
import classes from './shipment.module.css'
import { PANEL_SCHEMAS, type Panel } from './shipment-panels.ts'
import { useConflictQuestion } from './use-conflict-question.tsx'
import type { PanelDraft, PanelDrafts } from './use-panel-drafts.ts'

const OPTIONAL: readonly OrderField[] = [
  'additionalInfo',
  'additionalInformationShipper',
  'additionalInformation',
  'merchantName',
  'shipmentDescription',
  'shipmentPurchase',
  'suppliersInvoiceNumber',
  'otherReferenceUsed',
]

interface PanelEditorProps {
  panel: Panel
  draft: PanelDraft
  drafts: PanelDrafts
}

/** A panel in edit. What is typed is kept as a draft until it is saved or cancelled. */
export function PanelEditor({ panel, draft, drafts }: PanelEditorProps) {
  const { key } = panel
  const { base, notify } = draft
  const { keep } = drafts
  const form = useForm({
    schema: PANEL_SCHEMAS[key],
    initialValues: draft.values,
    save: async (values) => {
      const changes = orderFields.partial().parse(values)
      await saveOrder({ base, values: changes, notify, ask }).catch(nameOtherFields(panel, values))
      showSuccess('Shipment information was edited successfully')
      drafts.saved(key, notify)
    },
  })
  const names = useChosenNames(form)
  const { ask, dialog } = useConflictQuestion((keys, conflict) => conflictRow(keys, conflict, names))
  useEffect(() => keep(key, { values: form.values }), [keep, key, form.values])
  const element = useFocusFirstField()
  return (
    <>
      <form ref={element} onSubmit={form.submit} noValidate aria-label={panel.title}>
        <PanelHead title={panel.title} />
        <FieldGrid>
          {key === 'quote' ? (
            <QuoteFields form={form} base={base} />
          ) : (
            panel.fields.map((field) => (
              <PanelField key={field} field={field} form={form} required={!OPTIONAL.includes(field)} />
            ))
          )}
        </FieldGrid>
        <div className={classes.foot}>
          <div className={classes.notify}>
            <Checkbox
              label="Notify user"
              checked={notify}
              onChange={(event) => keep(key, { notify: event.currentTarget.checked })}
            />
            <NotifyHint on={notify} address={String(form.values.email ?? base.email)} />
          </div>
          <Button variant="default" disabled={form.saving} onClick={() => drafts.close(key)}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            Submit
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

/** A refusal at a field of another panel names the field, or nobody would know what is meant. */
const nameOtherFields = (panel: Panel, values: Record<string, unknown>) => (error: unknown) => {
  if (error instanceof ApiError) {
    const other = Object.entries(error.fields).find(([field]) => !(field in values))
    const label = other && Object.entries(FIELD_LABELS).find(([field]) => field === other[0])?.[1]
    if (label) throw new ApiError(error.code, `${panel.title}: ${label}. ${other[1]}`)
  }
  throw error
}
