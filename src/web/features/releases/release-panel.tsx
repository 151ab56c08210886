import { Button, Checkbox } from '@mantine/core'
import { IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keysOf } from '#contract/lib/record-of.ts'
import {
  LEG_LABELS,
  LEGS,
  type Leg,
  needsDay,
  ORIGINAL_BILL_LABELS,
  type OriginalBill,
  type Release,
} from '#contract/releases/releases.ts'
import { makeDocument } from '#web/features/made-documents/shared/made-queries.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import classes from './release-panel.module.css'
import { changeRelease, completeRelease, releaseQuery } from './shared/release.ts'

/** The release of an order: its four legs as ticks, and what goes with it. */
export function ReleasePanel({ orderId }: { orderId: number }) {
  const query = useQuery(releaseQuery(orderId))
  const fault = faultOf(query.error)
  return (
    <section className={classes.panel} aria-labelledby="release">
      {query.data ? (
        <Legs release={query.data} />
      ) : fault ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <LoadingBlock height={180} />
      )}
    </section>
  )
}

const BILLS = keysOf(ORIGINAL_BILL_LABELS).map((value) => ({ value, label: ORIGINAL_BILL_LABELS[value] }))
/** The time of each leg that a tick sets. */
const TIMES = { freight: 'freightPaidAt', customs: 'customsReleasedAt', carrier: 'carrierReleasedAt' } as const

function Legs({ release }: { release: Release }) {
  const { orderId, releasedAt, releasedBy, releasedReason, missing } = release
  const { dateTime } = useDates()
  const [opened, setOpened] = useState<'edit' | 'complete' | null>(null)
  const saving = useRef(Promise.resolve())
  // One change after the other: two quick ticks are no conflict with oneself.
  const change = (body: Parameters<typeof changeRelease>[1]) => {
    saving.current = saving.current.then(async () => {
      const { updatedAt } = queryClient.getQueryData(releaseQuery(orderId).queryKey) ?? release
      await changeRelease(orderId, { ...body, updatedAt: updatedAt ?? undefined }).catch(showError)
    })
    return saving.current
  }
  const complete = () => (missing.length > 0 ? setOpened('complete') : void completeRelease(orderId).catch(showError))
  const facts = [
    release.pickupNumber && `Pick-up number ${release.pickupNumber}`,
    release.appointmentAt && `Appointment ${dateTime(release.appointmentAt)}`,
  ].filter(Boolean)
  return (
    <>
      <SectionHead id="release" title="Release">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setOpened('edit')}
        >
          Edit
        </Button>
      </SectionHead>
      {release.holdReason && <p className={classes.hold}>{`On hold: ${release.holdReason}`}</p>}
      <ul>
        {LEGS.map((leg) => (
          <LegRow key={leg} leg={leg} release={release} change={change} />
        ))}
      </ul>
      {facts.length > 0 && <p className={classes.dim}>{facts.join(' · ')}</p>}
      <div className={classes.actions}>
        {releasedAt ? (
          <span role="status">
            {`Released ${dateTime(releasedAt)}${releasedBy ? ` by ${releasedBy.name}` : ''}${releasedReason ? `: ${releasedReason}` : ''}`}
          </span>
        ) : (
          <Button size="xs" variant={missing.length > 0 ? 'default' : 'filled'} onClick={complete}>
            Release
          </Button>
        )}
        {release.deliveryOrderOffered && <DeliveryOrder release={release} />}
      </div>
      {opened === 'edit' && <ReleaseDialog release={release} onClose={() => setOpened(null)} />}
      {opened === 'complete' && <CompleteDialog release={release} onClose={() => setOpened(null)} />}
    </>
  )
}

interface LegRowProps {
  leg: Leg
  release: Release
  /** Saves; resolves also when it was refused, which is shown. */
  change: (body: Parameters<typeof changeRelease>[1]) => Promise<void>
}

/** A leg: the tick sets its time to now; what becomes of the bill is chosen. */
function LegRow({ leg, release, change }: LegRowProps) {
  const { dateTime } = useDates()
  const [bill, setBill] = useState<OriginalBill | null>(null)
  if (leg === 'bill') {
    const choose = (value: string | null) => {
      const originalBill = (value ?? 'waiting') as OriginalBill // one of the choices
      const came = needsDay(originalBill) ? { originalAt: release.originalAt ?? new Date().toISOString() } : {}
      // The choice stands in the field while it is being saved.
      setBill(originalBill)
      void change({ originalBill, ...came }).then(() => setBill((now) => (now === originalBill ? null : now)))
    }
    return (
      <li className={classes.leg}>
        <Checkbox checked={release.legs.bill} readOnly disabled label={LEG_LABELS.bill} />
        <ChoiceSelect
          aria-label="Original bill"
          size="xs"
          className={classes.bill}
          data={BILLS}
          value={bill ?? release.originalBill}
          onChange={choose}
        />
        {release.originalAt && <span className={classes.dim}>{dateTime(release.originalAt)}</span>}
      </li>
    )
  }
  const time = TIMES[leg]
  const at = release[time]
  const isWaived = leg === 'freight' && at === null && release.freightWaivedReason !== ''
  return (
    <li className={classes.leg}>
      <Checkbox
        checked={release.legs[leg]}
        label={LEG_LABELS[leg]}
        onChange={() =>
          void (isWaived
            ? change({ freightWaivedReason: '' })
            : change({ [time]: at === null ? new Date().toISOString() : null }))
        }
      />
      <span className={classes.dim}>
        {isWaived ? `Waived: ${release.freightWaivedReason}` : at ? dateTime(at) : ''}
      </span>
    </li>
  )
}

/** Makes the delivery order, which stays with the release. */
function DeliveryOrder({ release: { orderId, deliveryOrderDocumentId } }: { release: Release }) {
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const { versions } = await makeDocument({ orderId }, { kind: 'delivery-order', ifChanged: true })
      const documentId = versions[0]?.documentId ?? null
      if (documentId !== deliveryOrderDocumentId) await changeRelease(orderId, { deliveryOrderDocumentId: documentId })
      showSuccess('The delivery order is among the papers')
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileTypePdf size={14} aria-hidden />}
      loading={busy}
      onClick={() => void make()}
    >
      {deliveryOrderDocumentId === null ? 'Make delivery order' : 'Make delivery order again'}
    </Button>
  )
}
