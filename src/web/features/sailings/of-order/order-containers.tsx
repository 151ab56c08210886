import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { containerNumberDoubt } from '#contract/reference/container-codes.ts'
import type { Container } from '#contract/sailings/containers.ts'
import { ContainerDialogs, type OpenedContainer } from '#web/features/sailings/shared/container-dialogs.tsx'
import { arrivalOf, boxName, sizeTypeLabel } from '#web/features/sailings/shared/sailing-looks.ts'
import { containersQuery } from '#web/features/sailings/shared/sailings.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import classes from './of-order.module.css'

/** The containers of an FCL order. */
export function OrderContainers({ orderId }: { orderId: number }) {
  const query = useQuery(containersQuery({ orderId }))
  const [opened, setOpened] = useState<OpenedContainer>(null)
  const fault = query.data ? null : faultOf(query.error)
  return (
    <section className={classes.containers} aria-labelledby="order-containers">
      <SectionHead id="order-containers" title="Containers">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened({ what: 'add' })}
        >
          Add container
        </Button>
      </SectionHead>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {query.data?.length === 0 && (
        <p className={classes.dim}>The containers of this FCL order appear here, with number, seal and VGM.</p>
      )}
      <ul>
        {query.data?.map((container) => (
          <li key={container.id} className={classes.box}>
            <Box container={container} />
            <RowMenu
              label={`Actions for ${boxName(container)}`}
              actions={[
                { label: 'Edit', icon: IconPencil, onClick: () => setOpened({ what: 'edit', container }) },
                { label: 'Delete', icon: IconTrash, onClick: () => setOpened({ what: 'delete', container }) },
              ]}
            />
          </li>
        ))}
      </ul>
      <ContainerDialogs opened={opened} owner={{ orderId }} onClose={() => setOpened(null)} />
    </section>
  )
}

const kilograms = (label: string, value: number | null) => value !== null && `${label} ${shortQuantity(value)} kg`

function Box({ container }: { container: Container }) {
  const { number, sizeType, seal, tareKg, maxKg, vgmKg } = container
  const doubt = containerNumberDoubt(number)
  const arrival = arrivalOf(container, useDates())
  return (
    <div className={classes.text}>
      <div className={classes.name}>{boxName(container)}</div>
      <div className={classes.dim}>
        {[
          sizeTypeLabel(sizeType),
          seal && `seal ${seal}`,
          kilograms('VGM', vgmKg),
          kilograms('tare', tareKg),
          kilograms('payload', maxKg),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {arrival.length > 0 && <div className={classes.dim}>{arrival.join(' · ')}</div>}
      {doubt && <div className={classes.warn}>{doubt}</div>}
    </div>
  )
}
