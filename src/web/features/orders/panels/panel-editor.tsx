import { useEffect, useMemo } from 'react'
import { isRequired, ORDER_LABELS, type OrderPanel, orderFields } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useMailCopies } from '#web/features/mail/shared/mail-copies.ts'
import { NotifyUser } from '#web/features/mail/shared/notify-user.tsx'
import { OrderInput } from '#web/features/orders/shared/order-input.tsx'
import { conflictRow } from '#web/features/orders/shared/order-values.ts'
import { saveOrder } from '#web/features/orders/shared/save-order.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { ChangedMeanwhile } from '#web/model/live/changed-meanwhile.tsx'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { useFocusFirstField } from '#web/ui/form/edit-focus.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { PanelFoot, PanelHead } from './panel-head.tsx'
import { QuoteFields, useChosenNames } from './quote-fields.tsx'
import { panelSchema } from './shipment-panels.ts'
import type { PanelDraft, PanelDrafts } from './use-panel-drafts.ts'

interface PanelEditorProps {
  panel: OrderPanel
  /** The latest order, which may differ from the draft's. */
  order: Order
  draft: PanelDraft
  drafts: PanelDrafts
}

/** A panel in edit mode. Typed values stay as a draft until saved or cancelled. */
export function PanelEditor({ panel, order, draft, drafts }: PanelEditorProps) {
  const { key } = panel
  const { base, notify } = draft
  const { keep } = drafts
  const schema = useMemo(() => panelSchema(panel, base), [panel, base])
  const form = useForm({
    schema,
    initialValues: draft.values,
    save: async (values) => {
      const changes = orderFields.partial().parse(values)
      await saveOrder({ base, values: changes, notify, ask }).catch(nameOtherFields(panel, values))
      showSuccess('Shipment information was edited successfully')
      drafts.close(key)
      if (notify) drafts.countNotified()
    },
  })
  const names = useChosenNames(form)
  const { ask, dialog } = useConflictQuestion((keys, conflict) => conflictRow(keys, conflict, names))
  useEffect(() => keep(key, { values: form.values }), [keep, key, form.values])
  const copies = useMailCopies({ enabled: notify })
  const element = useFocusFirstField()
  return (
    <>
      <form ref={element} onSubmit={form.submit} noValidate aria-label={panel.title}>
        <PanelHead title={panel.title}>
          <ChangedMeanwhile
            record={{ entity: 'orders', entityId: base.id }}
            from={base}
            to={order}
            labels={labelsOf(panel)}
          />
        </PanelHead>
        <FieldGrid>
          {key === 'quote' ? (
            <QuoteFields fields={panel.fields} form={form} base={base} />
          ) : (
            panel.fields.map((field) => (
              <OrderInput key={field} field={field} getInputProps={form.getInputProps} required={isRequired(field)} />
            ))
          )}
        </FieldGrid>
        {form.fault && <Fault {...form.fault} />}
        <PanelFoot saving={form.saving} onCancel={() => drafts.close(key)}>
          <NotifyUser
            on={notify}
            onChange={(on) => keep(key, { notify: on })}
            address={String(form.values.email ?? base.email)}
            copies={copies}
          />
        </PanelFoot>
      </form>
      {dialog}
    </>
  )
}

const labelsOf = ({ fields }: OrderPanel) => Object.fromEntries(fields.map((field) => [field, ORDER_LABELS[field]]))

/** Turns a refusal at a field of another panel into a message that names the field. */
const nameOtherFields = (panel: OrderPanel, values: Record<string, unknown>) => (error: unknown) => {
  if (error instanceof ApiError) {
    const other = Object.entries(error.fields).find(([field]) => !(field in values))
    const label = other && Object.entries(ORDER_LABELS).find(([field]) => field === other[0])?.[1]
    if (label) throw new ApiError(error.code, `${panel.title}: ${label}. ${other[1]}`)
  }
  throw error
}
