import type { FieldKind } from '#contract/orders/field-kinds.ts'
import { ORDER_FIELDS, type OrderField } from '#contract/orders/field-table.ts'
import { ORDER_LABELS, type OrderPanel } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { namesOf, showField } from '#web/features/orders/shared/order-values.ts'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { Details } from '#web/ui/page/details.tsx'
import { PanelEditor } from './panel-editor.tsx'
import { PanelHead } from './panel-head.tsx'
import { PriceNote } from './price-note.tsx'
import classes from './shipment.module.css'
import { panelValues } from './shipment-panels.ts'
import type { PanelDrafts } from './use-panel-drafts.ts'

const NOT_AMAZON = 'The destination of this order is not an Amazon warehouse.'

/** Kinds of field whose value a click copies. */
const COPIED: Partial<Record<FieldKind, string>> = { email: 'email address', phone: 'phone number' }

function shown(field: OrderField, order: Order) {
  const text = showField(field, order[field], namesOf(order))
  const what = COPIED[ORDER_FIELDS[field].kind]
  return what && order[field] ? <CopyOnClick value={text} what={what} /> : text
}

interface EditablePanelProps {
  panel: OrderPanel
  order: Order
  drafts: PanelDrafts
}

/** A panel of 'Shipment information': its values, or the form that changes them. */
export function EditablePanel({ panel, order, drafts }: EditablePanelProps) {
  const draft = drafts.of(panel.key)
  if (draft) return <PanelEditor panel={panel} order={order} draft={draft} drafts={drafts} />
  const reason = panel.key === 'amazon' && !order.amazon ? NOT_AMAZON : null
  return (
    <>
      <PanelHead
        title={panel.title}
        reason={reason}
        returned={drafts.closed === panel.key}
        onEdit={() => drafts.edit(panel.key, order, panelValues(panel, order))}
      />
      {reason && <p className={classes.note}>{reason}</p>}
      <Details
        items={panel.fields.map((field) => ({
          label: ORDER_LABELS[field],
          value: shown(field, order),
        }))}
      />
      {panel.key === 'quote' && <PriceNote order={order} />}
    </>
  )
}
