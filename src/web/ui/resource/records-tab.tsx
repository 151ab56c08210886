import { Button } from '@mantine/core'
import { type Icon, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useRowAddress } from '#web/lib/list/use-row-address.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { type RowAction, RowMenu } from '#web/ui/list/row-menu.tsx'
import type { Field } from './fields.tsx'
import { RecordDialog } from './record-dialog.tsx'
import classes from './records-tab.module.css'
import { RemoveDialog } from './remove-dialog.tsx'

interface RecordsTabProps<Row extends z.ZodObject, Input extends z.ZodObject> {
  resource: Resource<Row, Input>
  /** The plural, as the heading of the list. */
  label: string
  icon: Icon
  columns: Column<z.output<Row>>[]
  fields: readonly Field<Row, Input>[]
  blank: z.input<Input>
  /** What is said while there are none. */
  empty: { title: string; about: ReactNode }
  /** Actions on a row before Edit and Delete. Must be a stable function. */
  actions: (row: z.output<Row>) => RowAction[]
  /** False for a row that cannot be deleted. */
  mayRemove?: (row: z.output<Row>) => boolean
  /** A sentence about what a deletion means. */
  consequence: string
}

type Opened<Row> = { what: 'add' } | { what: 'edit' | 'remove'; row: Row } | null

/** A list of records in a tab: each is added, edited and deleted in a dialog, which its row opens. */
export function RecordsTab<Row extends z.ZodObject, Input extends z.ZodObject>(props: RecordsTabProps<Row, Input>) {
  const { resource, label, icon, columns, fields, blank, empty, actions, mayRemove, consequence } = props
  type Shown = z.output<Row> & { id: number; name: string }
  const [chosen, setOpened] = useState<Opened<Shown>>(null)
  const call = useMemo(() => resourceQueries<Row>(resource).list(), [resource])
  const list = useList(call)
  const address = useRowAddress()
  // The cast: each record of such a list has an id and a name.
  const asked = (list.page?.items as Shown[] | undefined)?.find(({ id }) => id === address.asked)
  const opened: Opened<Shown> = chosen ?? (asked ? { what: 'edit', row: asked } : null)
  const close = () => {
    address.forget()
    setOpened(null)
  }
  const menu = useCallback(
    (found: z.output<Row>) => {
      const row = found as Shown
      const edit = { label: 'Edit', icon: IconPencil, onClick: () => setOpened({ what: 'edit', row }) }
      const remove = { label: 'Delete', icon: IconTrash, onClick: () => setOpened({ what: 'remove', row }) }
      return (
        <RowMenu
          label={`Actions for ${row.name}`}
          actions={[...actions(found), edit, ...(mayRemove?.(found) === false ? [] : [remove])]}
        />
      )
    },
    [actions, mayRemove],
  )
  const dialog = { resource, fields, blank, onClose: close }
  return (
    <>
      <div className={classes.tools}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'add' })}>
          {`Add ${resource.name.toLowerCase()}`}
        </Button>
      </div>
      <PagedTable
        label={label}
        list={list}
        columns={columns}
        rowKey={(row) => (row as Shown).id}
        rowHref={(row) => address.hrefOf(row as Shown)}
        onOpen={(row) => setOpened({ what: 'edit', row: row as Shown })}
        actions={menu}
        empty={
          <EmptyState icon={icon} title={empty.title}>
            {empty.about}
          </EmptyState>
        }
      />
      {opened?.what === 'add' && <RecordDialog {...dialog} row={null} />}
      {opened?.what === 'edit' && <RecordDialog {...dialog} row={opened.row} />}
      {opened?.what === 'remove' && (
        <RemoveDialog
          resource={resource}
          id={opened.row.id}
          name={opened.row.name}
          consequence={consequence}
          onClose={close}
        />
      )}
    </>
  )
}
