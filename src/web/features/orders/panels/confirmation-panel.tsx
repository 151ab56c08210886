import { Button } from '@mantine/core'
import { IconShip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_LABELS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import type { Order } from '#contract/orders/orders.ts'
import { placeLabel } from '#web/features/reference/shared/places.ts'
import { loadingOf, loadingOrder, mayLoad } from '#web/features/sailings/shared/loading-order.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { Details } from '#web/ui/page/details.tsx'
import { SandboxedHtml } from '#web/ui/rich-text/sandboxed-html.tsx'
import { ConfirmationEditor } from './confirmation-editor.tsx'
import { confirmationValues } from './confirmation-values.ts'
import { PanelHead } from './panel-head.tsx'
import classes from './shipment.module.css'
import { CONFIRMATION } from './shipment-panels.ts'
import type { PanelDrafts } from './use-panel-drafts.ts'

interface ConfirmationPanelProps {
  order: Order
  drafts: PanelDrafts
  /** The fields in which the sailing differs. */
  differs: ReactNode
}

/** Booking Confirmation: places, vessel, dates and clauses, or the form that changes them. */
export function ConfirmationPanel({ order, drafts, differs }: ConfirmationPanelProps) {
  const { timeZone } = useDates()
  const { key, title } = CONFIRMATION
  const stored = order.bookingConfirmation
  const draft = drafts.of(key)
  if (draft) return <ConfirmationEditor order={order} draft={draft} drafts={drafts} />
  return (
    <>
      <PanelHead
        title={title}
        returned={drafts.closed === key}
        onEdit={() => drafts.edit(key, order, confirmationValues(stored, timeZone))}
      >
        {!order.sailing && mayLoad(order) && (
          <Button
            variant="default"
            leftSection={<IconShip size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => loadingOrder.set(loadingOf(order))}
          >
            Take from a sailing
          </Button>
        )}
      </PanelHead>
      {differs}
      {stored ? (
        <Confirmation stored={stored} />
      ) : (
        <p className={classes.note}>
          This order is not confirmed yet. Choose Edit to fill in places, dates and vessel.
        </p>
      )}
    </>
  )
}

function Confirmation({ stored }: { stored: BookingConfirmation }) {
  const { dateTime } = useDates()
  const { date } = datesIn('UTC')
  const labelled = <K extends keyof typeof CONFIRMATION_LABELS>(key: K, value: ReactNode) => ({
    label: CONFIRMATION_LABELS[key],
    value,
  })
  return (
    <div className={classes.parts}>
      <Details
        items={[
          ...CONFIRMATION_PLACES.map((key) =>
            labelled(key, placeLabel({ code: stored[key], name: stored.placeNames[key] }) || EMPTY),
          ),
          labelled('vessel', stored.vessel?.name ?? EMPTY),
          labelled('vesselVoyage', stored.vesselVoyage || EMPTY),
        ]}
      />
      <Details items={CONFIRMATION_TIMES.map((key) => labelled(key, dateTime(stored[key])))} />
      <Details pairs items={CONFIRMATION_DAYS.map((key) => labelled(key, date(stored[key])))} />
      <Details
        items={[
          {
            label: CONFIRMATION_LABELS.bookingClauses,
            wide: true,
            value: stored.bookingClauses ? (
              <SandboxedHtml
                html={stored.bookingClauses}
                themed
                title={CONFIRMATION_LABELS.bookingClauses}
                width="100%"
                height={180}
              />
            ) : (
              EMPTY
            ),
          },
        ]}
      />
    </div>
  )
}
