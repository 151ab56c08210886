import { ActionIcon, Button } from '@mantine/core'
import { IconBuildingFactory2, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shipper } from '#contract/clients/shippers.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import classes from './clients.module.css'
import { shippersQuery } from './shared/clients.ts'
import { ShipperDialog } from './shipper-dialog.tsx'

/** A client's saved suppliers, used to fill in bookings. */
export function ClientShippers({ id }: { id: number }) {
  const query = useQuery(shippersQuery(id))
  const [edited, setEdited] = useState<Shipper | 'new' | null>(null)
  return (
    <section className={classes.panel} aria-labelledby="shippers">
      <SectionHead id="shippers" title="Saved shippers" count={query.data?.length}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          Add shipper
        </Button>
      </SectionHead>
      {query.isError && <Fault message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingBlock height={96} />}
      {query.data?.length === 0 && (
        <EmptyState icon={IconBuildingFactory2} title="No saved shippers">
          Suppliers saved here or during booking can be reused in the next booking.
        </EmptyState>
      )}
      <ul>
        {query.data?.map((row) => (
          <ShipperRow key={row.id} row={row} onEdit={() => setEdited(row)} />
        ))}
      </ul>
      {edited && (
        <ShipperDialog userId={id} shipper={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}

function ShipperRow({ row, onEdit }: { row: Shipper; onEdit: () => void }) {
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <div className={classes.name}>{row.companyName}</div>
        <div className={classes.meta}>{row.companyAddress}</div>
        <div className={classes.meta}>
          {row.nameOfThePersonInCharge} · <CopyOnClick value={row.email} what="email address" /> ·{' '}
          <CopyOnClick value={shownPhone(row.phone)} what="phone number" />
        </div>
      </div>
      <ActionIcon size={32} aria-label={`Edit ${row.companyName}`} onClick={onEdit}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
