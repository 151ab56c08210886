import { COLUMN_TITLES } from '#contract/orders/list/order-columns.ts'
import { ColumnTitles } from '#web/model/views/column-titles.ts'
import { ColumnsOfView } from '#web/model/views/columns-of-view.tsx'
import { useViewAddress } from '#web/model/views/use-view-address.ts'

/** The columns of the view at this address; `chosenColumns` are those of a built-in view as it is. */
export function ColumnsOfThisView({ chosenColumns }: { chosenColumns: readonly string[] }) {
  const { viewed, show } = useViewAddress('orders', { chosenColumns })
  return (
    <ColumnTitles value={COLUMN_TITLES}>
      {viewed && <ColumnsOfView definition={viewed.definition} onChange={show} />}
    </ColumnTitles>
  )
}
