import { Button } from '@mantine/core'
import { IconBan, IconCopy, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { COPY_SAILING, CopyDialog } from '#web/features/sailings/shared/copy-dialog.tsx'
import { SailingDialog } from '#web/features/sailings/shared/sailing-dialog.tsx'
import { ofCapacity, sailingStatusLook, vesselAndVoyage } from '#web/features/sailings/shared/sailing-looks.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { FillBar } from '#web/ui/charts/fill-bar.tsx'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { type Detail, Details } from '#web/ui/page/details.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { ManifestMenu } from './manifest-menu.tsx'
import classes from './sailing.module.css'
import { type Change, StatusQuestion } from './status-question.tsx'

interface SailingHeaderProps {
  sailing: Sailing
  tools: ReactNode
  changeDates: ReactNode
}

type Opened = 'edit' | 'copy' | 'delete' | Change | null

/** Reference, vessel, ports, status, and the actions on a sailing. */
export function SailingHeader({ sailing, tools, changeDates }: SailingHeaderProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const { reference, status, portNames, portOfLoading, portOfDischarge } = sailing
  const isOpen = status === 'planned'
  const reopens = status === 'closed' || status === 'cancelled'
  usePageActions([
    { label: 'Edit sailing', run: () => setOpened('edit') },
    ...(isOpen ? [{ label: 'Close sailing', run: () => setOpened('closed') }] : []),
    ...(reopens ? [{ label: 'Reopen sailing', run: () => setOpened('planned') }] : []),
  ])
  return (
    <>
      <PageTitle
        title={reference}
        documentTitle={`Sailing ${reference}`}
        aside={
          <>
            <CopyIcon value={reference} what="reference" />
            {tools}
            <StatusBadge {...sailingStatusLook(status)} />
          </>
        }
      >
        {changeDates}
        <ManifestMenu sailing={sailing} />
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpened('edit')}>
          Edit
        </Button>
        {isOpen && (
          <Button
            variant="default"
            leftSection={<IconLock size={16} aria-hidden />}
            onClick={() => setOpened('closed')}
          >
            Close sailing
          </Button>
        )}
        {reopens && (
          <Button
            variant="default"
            leftSection={<IconLockOpen size={16} aria-hidden />}
            onClick={() => setOpened('planned')}
          >
            Reopen
          </Button>
        )}
        <RowMenu
          label={`More actions for ${reference}`}
          actions={[
            ...(isOpen || status === 'closed'
              ? [{ label: 'Cancel sailing', icon: IconBan, onClick: () => setOpened('cancelled') }]
              : []),
            { label: COPY_SAILING, icon: IconCopy, onClick: () => setOpened('copy') },
            { label: 'Delete', icon: IconTrash, onClick: () => setOpened('delete') },
          ]}
        />
      </PageTitle>
      <p className={classes.route}>
        <strong>{vesselAndVoyage(sailing)}</strong>, {portNames.portOfLoading || portOfLoading} →{' '}
        {portNames.portOfDischarge || portOfDischarge}
      </p>
      <Details items={detailsOf(sailing)} />
      <SailingQuestion sailing={sailing} opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}

const received = ({ orderCount, receivedCount }: Sailing) => `${orderCount}, ${receivedCount} received`

function detailsOf(sailing: Sailing): Detail[] {
  const { usedCbm, capacityCbm, usedKg, capacityKg, reference } = sailing
  return [
    { label: 'Carrier', value: sailing.carrier?.name ?? EMPTY },
    { label: 'Origin CFS', value: sailing.depot?.name ?? EMPTY },
    { label: 'Destination CFS', value: sailing.destinationPlace?.name ?? EMPTY },
    { label: 'Master bill', value: sailing.masterBill || EMPTY },
    { label: 'Carrier booking', value: sailing.carrierBooking || EMPTY },
    { label: 'Orders', value: received(sailing) },
    {
      label: 'Volume',
      value: (
        <FillBar
          label={`CBM of ${reference}`}
          used={usedCbm}
          capacity={capacityCbm}
          text={ofCapacity(usedCbm, capacityCbm, 'CBM')}
        />
      ),
    },
    {
      label: 'Weight',
      value: (
        <FillBar
          label={`kg of ${reference}`}
          used={usedKg}
          capacity={capacityKg}
          text={ofCapacity(usedKg, capacityKg, 'kg')}
        />
      ),
    },
    ...(sailing.notes ? [{ label: 'Notes', value: sailing.notes, wide: true }] : []),
  ]
}

function SailingQuestion({ sailing, opened, onClose }: { sailing: Sailing; opened: Opened; onClose: () => void }) {
  const router = useRouter()
  if (opened === null) return null
  if (opened === 'edit') return <SailingDialog sailing={sailing} onClose={onClose} />
  if (opened === 'copy') return <CopyDialog sailing={sailing} onClose={onClose} />
  if (opened !== 'delete') return <StatusQuestion sailing={sailing} to={opened} onClose={onClose} />
  return (
    <RemoveDialog
      resource={sailings}
      id={sailing.id}
      name={sailing.reference}
      consequence="Its containers will also be deleted."
      onClose={onClose}
      onRemoved={() => void router.navigate({ to: '/sailings', replace: true })}
    />
  )
}
