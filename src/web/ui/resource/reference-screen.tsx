import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconSearchOff, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { useExport } from '#web/lib/api/use-export.ts'
import { useCompactRows } from '#web/lib/list/compact-rows.ts'
import { PAGE_SIZES } from '#web/lib/list/list-state.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { ExportMenu } from '#web/ui/list/export-menu.tsx'
import { ListTable } from '#web/ui/list/list-table.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { TextSearch } from '#web/ui/list/text-search.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import type { RecordColumn } from './columns.tsx'
import type { Field } from './fields.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RecordImport } from './record-import.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { type ListOptions, useRecordList } from './use-record-list.ts'

export interface ReferenceScreenProps<Row extends z.ZodObject, Input extends z.ZodObject> extends ListOptions<Row> {
  resource: Resource<Row, Input>
  title: string
  /** Headed as the resource says; those whose id it can sort by are sortable. */
  columns: readonly RecordColumn<z.output<Row>>[]
  /** What the dialog asks for; without fields rows are edited where they stand. */
  fields: readonly Field<Row, Input>[]
  /** The values of a new record. */
  blank: z.input<Input>
  /** What a record is called in questions and by screen readers. */
  nameOf: (row: z.output<Row>) => string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** What stands here, told where there is nothing yet. */
  about: string
  /** What goes with a record that is deleted. */
  consequence?: string
  /** Shows the rows in place of the plain table. */
  table?: (shown: {
    rows: z.output<Row>[] | undefined
    actions: (row: z.output<Row>) => ReactNode
    empty: ReactNode
  }) => ReactNode
  /** Filters and switches beside the search. */
  tools?: ReactNode
  /** Files can be imported: what they hold and how their rows are matched. */
  importing?: string
  dialogSize?: ComponentProps<typeof RecordDialog>['size']
}

type Opened<Row> = { what: 'add' | 'import' } | { what: 'edit' | 'delete'; row: Row } | null

/** A whole reference screen: table, search, pages, dialogs, toasts and field errors of one resource. */
export function ReferenceScreen<Row extends z.ZodObject, Input extends z.ZodObject>(
  props: ReferenceScreenProps<Row, Input>,
) {
  const { resource, title, fields, blank, nameOf, consequence, tools, importing } = props
  const [opened, setOpened] = useState<Opened<z.output<Row>>>(null)
  const list = useRecordList(resource, props)
  const exporting = useExport(resource.path, title, list.shown)
  const close = () => setOpened(null)
  const dialog = { resource, fields, blank, onClose: close, size: props.dialogSize }
  return (
    <Page fill>
      <PageTitle title={title}>
        {tools}
        <TextSearch
          label={`Search ${title.toLowerCase()}`}
          placeholder="Search"
          value={list.state.search}
          onChange={list.searchFor}
        />
        <ExportMenu {...exporting} />
        {importing && <ImportButton onClick={() => setOpened({ what: 'import' })} />}
        {mayAdd(resource) && <AddButton name={resource.name} onClick={() => setOpened({ what: 'add' })} />}
      </PageTitle>
      <RecordTable {...props} list={list} onOpen={setOpened} />
      {opened?.what === 'import' && (
        <RecordImport path={resource.path} title={title} about={importing} onClose={close} />
      )}
      {opened?.what === 'add' && <RecordDialog {...dialog} row={null} />}
      {opened?.what === 'edit' && <RecordDialog {...dialog} row={opened.row} />}
      {opened?.what === 'delete' && (
        <RemoveDialog
          resource={resource}
          id={Number(opened.row.id)}
          name={nameOf(opened.row)}
          consequence={consequence}
          onClose={close}
        />
      )}
    </Page>
  )
}

const mayAdd = ({ operations }: Pick<Resource, 'operations'>) => operations.includes('create')

const AddButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    Add {name}
  </Button>
)

const ImportButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onClick}>
    Import
  </Button>
)

interface RecordTableProps<Row extends z.ZodObject, Input extends z.ZodObject>
  extends ReferenceScreenProps<Row, Input> {
  list: ReturnType<typeof useRecordList<Row, Input>>
  onOpen: (opened: Opened<z.output<Row>>) => void
}

function RecordTable<Row extends z.ZodObject, Input extends z.ZodObject>(props: RecordTableProps<Row, Input>) {
  const { resource, title, columns, fields, nameOf, list, onOpen, table } = props
  const { state, change, query, page } = list
  const compact = useCompactRows()
  const sortable = new Set<string>(resource.sortable)
  const headings: Record<string, string | undefined> = { ...resource.columns }
  const actions = (row: z.output<Row>) => (
    <RowMenu
      label={`Actions for ${nameOf(row)}`}
      actions={[
        { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ what: 'edit', row }) },
        { label: 'Delete', icon: IconTrash, onClick: () => onOpen({ what: 'delete', row }) },
      ]}
    />
  )
  const rows = page?.items
  /** There is nothing to show but the failure. */
  const unread = query.isError && !page
  const empty = <NoRecords {...props} onAdd={() => onOpen({ what: 'add' })} />
  return (
    <>
      {query.isError && (
        <Fault
          message={messageOf(query.error)}
          requestId={query.error instanceof ApiError ? query.error.requestId : null}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {table && !unread && table({ rows, actions, empty })}
      {!table && !unread && (
        <ListTable
          fill
          label={title}
          columns={columns.map((column) => ({
            ...column,
            header: headings[column.id] ?? '',
            sortable: sortable.has(column.id),
          }))}
          rows={rows}
          rowKey={(row) => Number(row.id)}
          actions={fields.length > 0 ? actions : undefined}
          sort={list.sort}
          onSort={list.setSort}
          stale={query.isPlaceholderData}
          expectedRows={state.perPage}
          compact={compact.on}
          empty={empty}
        />
      )}
      {page && (
        <Pager
          page={page.currentPageNumber}
          perPage={state.perPage}
          total={page.totalCount}
          sizes={PAGE_SIZES}
          onPage={(next) => change({ page: next })}
          onPerPage={(perPage) => change({ perPage })}
          onIntent={list.prefetch}
        />
      )}
    </>
  )
}

type NoRecordsProps = Pick<ReferenceScreenProps<z.ZodObject, z.ZodObject>, 'title' | 'icon' | 'about' | 'filters'> & {
  resource: Pick<Resource, 'name' | 'operations'>
  list: { state: { search: string } }
  onAdd: () => void
}

function NoRecords({ resource, title, icon, about, filters = {}, list, onAdd }: NoRecordsProps) {
  const narrowed = list.state.search !== '' || Object.values(filters).some((value) => value !== undefined)
  if (narrowed) return <EmptyState icon={IconSearchOff} title="Nothing found" />
  return (
    <EmptyState
      icon={icon}
      title={`No ${title.toLowerCase()} yet`}
      action={mayAdd(resource) && <AddButton name={resource.name} onClick={onAdd} />}
    >
      {about}
    </EmptyState>
  )
}
