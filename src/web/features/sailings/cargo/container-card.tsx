import { IconFileTypePdf, IconPencil, IconTrash } from '@tabler/icons-react'
import { containerNumberDoubt } from '#contract/reference/container-codes.ts'
import type { Container } from '#contract/sailings/containers.ts'
import { arrivalOf, boxName, fuller, ofCapacity, sizeTypeLabel } from '#web/features/sailings/shared/sailing-looks.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { FillBar, fillPercent } from '#web/ui/charts/fill-bar.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import classes from './cargo.module.css'
import { CargoOutcome } from './cargo-outcome.tsx'
import { useOrderDrop } from './drag-orders.ts'
import { type Cargo, ordersDone } from './use-cargo.ts'

interface ContainerCardProps {
  container: Container
  cargo: Cargo
  onManifest: () => void
  onEdit: () => void
  onDelete: () => void
}

const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/** A container, how full it is by volume or weight, and what to check. Orders can be dropped on it. */
export function ContainerCard({ container, cargo, onManifest, onEdit, onDelete }: ContainerCardProps) {
  const { id, number, sizeType, seal, vgmKg, orderCount, usedCbm, maxCbm, usedKg, maxKg } = container
  const drop = useOrderDrop(
    ({ orderIds, from, oddities }) =>
      void cargo.run({
        oddities,
        place: id,
        done: ordersDone(`${from === 'loaded' ? 'moved to' : 'loaded into'} ${boxName(container)}`),
        call: ({ load }) => load(orderIds, id),
      }),
  )
  const doubt = containerNumberDoubt(number)
  const { used, capacity, unit } = fuller(container)
  const percent = fillPercent(used, capacity)
  const arrival = arrivalOf(container, useDates())
  return (
    <li className={classes.card} {...drop} data-container={id}>
      <div className={classes.cardHead}>
        <span className={classes.cardName}>{boxName(container)}</span>
        <RowMenu
          label={`Actions for ${boxName(container)}`}
          actions={[
            { label: 'Manifest (PDF)', icon: IconFileTypePdf, onClick: onManifest },
            { label: 'Edit', icon: IconPencil, onClick: onEdit },
            { label: 'Delete', icon: IconTrash, onClick: onDelete },
          ]}
        />
      </div>
      <FillBar
        label={`Fill of ${boxName(container)}`}
        used={used}
        capacity={capacity}
        text={`${percent ?? 0}%: ${ofCapacity(used, capacity, unit)}`}
      />
      <p className={classes.dim}>
        {[
          sizeTypeLabel(sizeType),
          orders(orderCount),
          unit === 'CBM' ? ofCapacity(usedKg, maxKg, 'kg') : ofCapacity(usedCbm, maxCbm, 'CBM'),
          seal && `seal ${seal}`,
          vgmKg !== null && `VGM ${shortQuantity(vgmKg)} kg`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {arrival.length > 0 && <p className={classes.dim}>{arrival.join(' · ')}</p>}
      {usedCbm > maxCbm && <p className={classes.warn}>Over its capacity by {over(usedCbm, maxCbm)} CBM</p>}
      {usedKg > maxKg && <p className={classes.warn}>Above its payload by {over(usedKg, maxKg)} kg</p>}
      {doubt && <p className={classes.warn}>{doubt}</p>}
      <CargoOutcome cargo={cargo} place={id} />
    </li>
  )
}

const over = (used: number, most: number) => shortQuantity(Number((used - most).toFixed(3)))
