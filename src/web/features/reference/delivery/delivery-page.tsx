import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DELIVERY_TITLE, type DeliveryGrid } from '#contract/reference/delivery/delivery.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { GridTable, makeGrid } from '#web/ui/grid/grid-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import classes from './delivery.module.css'
import { DeliveryFiles } from './delivery-files.tsx'
import { deliveryQuery } from './delivery-queries.ts'
import { shapeOf, useDeliveryGrid } from './use-delivery-grid.ts'

export function DeliveryPage() {
  const query = useQuery(deliveryQuery)
  const grid = query.data
  if (grid && grid.depot.length > 0 && grid.cartage.length > 0)
    return <DeliveryGridPage key={shapeOf(grid)} grid={grid} />
  return (
    <Page fill>
      <PageTitle title={DELIVERY_TITLE} />
      {query.isError && <Fault message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingBlock height={320} />}
      {grid && (
        <EmptyState icon={IconCalendarTime} title="No delivery times yet">
          Delivery days from each depot in service to each cartage appear here once depots and cartages exist.
        </EmptyState>
      )}
    </Page>
  )
}

function DeliveryGridPage({ grid }: { grid: DeliveryGrid }) {
  const { cells, count, alert, apply, discard, saving } = useDeliveryGrid(grid)
  // Other depots or cartages are another page: `shapeOf` is its key.
  const [shown] = useState(() =>
    makeGrid({
      label: DELIVERY_TITLE,
      corner: 'Depot',
      rows: grid.depot.map(({ depotId, depotName }) => ({ id: `d${depotId}`, name: depotName })),
      columns: grid.cartage.map(({ cartageId, cartageName }) => ({ id: `c${cartageId}`, name: cartageName })),
      cells,
    }),
  )
  const none = count === 0
  return (
    <Page fill>
      <PageTitle title={DELIVERY_TITLE}>
        <span className={classes.count} role="status">
          {!none && (count === 1 ? '1 changed cell' : `${count} changed cells`)}
        </span>
        <DeliveryFiles />
        <Button variant="default" disabled={none || saving} onClick={discard}>
          Discard
        </Button>
        <Button disabled={none} loading={saving} onClick={apply}>
          Apply
        </Button>
      </PageTitle>
      <div role="alert">
        {alert && (
          <Alert mb="sm" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
            {alert}
          </Alert>
        )}
      </div>
      <GridTable grid={shown} scroll="delivery" />
      <p className={classes.hint}>
        Leave empty for "To be confirmed". Maximum 1000 days. Arrow keys move, typing replaces, Shift selects a block;
        blocks can be copied to and from a spreadsheet.
      </p>
    </Page>
  )
}
