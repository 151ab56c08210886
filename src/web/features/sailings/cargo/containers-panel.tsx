import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Container } from '#contract/sailings/containers.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { ContainerDialogs, type OpenedContainer } from '#web/features/sailings/shared/container-dialogs.tsx'
import { containersQuery } from '#web/features/sailings/shared/sailings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import classes from './cargo.module.css'
import { CargoOutcome } from './cargo-outcome.tsx'
import { ContainerCard } from './container-card.tsx'
import { useOrderDrop } from './drag-orders.ts'
import { type Cargo, ordersDone } from './use-cargo.ts'

const ManifestDrawer = lazyPart(async () => (await import('./manifest-drawer.tsx')).ManifestDrawer)

interface ContainersPanelProps {
  sailing: Sailing
  cargo: Cargo
}

/** Containers of a sailing and how full they are; orders can be dropped on each. */
export function ContainersPanel({ sailing, cargo }: ContainersPanelProps) {
  const query = useQuery(containersQuery({ sailingId: sailing.id }))
  const [opened, setOpened] = useState<OpenedContainer>(null)
  const [listed, setListed] = useState<Container | null>(null)
  const fault = query.data ? null : faultOf(query.error)
  return (
    <section aria-labelledby="sailing-containers">
      <SectionHead id="sailing-containers" title="Containers" count={sailing.containers.length}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened({ what: 'add' })}
        >
          Add container
        </Button>
      </SectionHead>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} />}
      <ul className={classes.cards}>
        {query.data?.map((container) => (
          <ContainerCard
            key={container.id}
            container={container}
            cargo={cargo}
            onManifest={() => setListed(container)}
            onEdit={() => setOpened({ what: 'edit', container })}
            onDelete={() => setOpened({ what: 'delete', container })}
          />
        ))}
        <Loose sailing={sailing} cargo={cargo} />
      </ul>
      <ContainerDialogs opened={opened} owner={{ sailingId: sailing.id }} onClose={() => setOpened(null)} />
      <OnDemand opened={listed !== null}>
        <ManifestDrawer container={listed} onClose={() => setListed(null)} />
      </OnDemand>
    </section>
  )
}

const NO_CONTAINER = 0

/** Cargo of the sailing that is in no container yet; orders dropped here go with the sailing, in none. */
function Loose({ sailing, cargo }: ContainersPanelProps) {
  const drop = useOrderDrop(
    ({ orderIds, from, oddities }) =>
      void cargo.run({
        oddities,
        place: NO_CONTAINER,
        done: ordersDone(from === 'loaded' ? 'taken out' : 'loaded'),
        call: ({ load }) => load(orderIds, null),
      }),
  )
  const inside = sailing.containers.reduce((sum, { usedCbm }) => sum + usedCbm, 0)
  const rest = Math.max(0, Number((sailing.usedCbm - inside).toFixed(3)))
  return (
    <li className={classes.card} data-loose {...drop}>
      <span className={classes.cardName}>In no container</span>
      <span className={classes.dim}>{rest > 0 ? `${shortQuantity(rest)} CBM` : 'Nothing'}</span>
      <CargoOutcome cargo={cargo} place={NO_CONTAINER} />
    </li>
  )
}
