import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconSearchOff, IconTrash, IconUpload } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import type { ListCall } from '#web/lib/list/list-call.ts'
import { LAST_PAGE, type Sort } from '#web/lib/list/list-state.ts'
import { type List, useList } from '#web/lib/list/use-list.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import type { RecordColumn } from './columns.tsx'
import type { Field } from './fields.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RecordImport } from './record-import.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

/** A reference screen's resource, columns and fields. */
export interface ReferenceScreenProps<Row extends z.ZodObject, Input extends z.ZodObject> {
  resource: Resource<Row, Input>
  /** A list call in place of the resource's own, for filters or another row shape. */
  call?: ListCall<z.output<Row>>
  /** A fixed sort order. */
  fixedSort?: Sort
  title: string
  /** Columns; headings and sortability come from the resource. */
  columns: readonly RecordColumn<z.output<Row>>[]
  /** Fields of the dialog; without them, rows are edited in place. */
  fields: readonly Field<Row, Input>[]
  blank: z.input<Input>
  /** The record's name in questions and for screen readers. */
  nameOf: (row: z.output<Row>) => string
  /** The code by which a record is known besides its name. */
  codeOf?: (row: z.output<Row>) => string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** Words on what appears here, shown while the list is empty. */
  about: string
  /** Further records that a deletion removes, in words. */
  consequence?: string
  /** The group of a row, under whose name its rows appear; the list has a fixed sort order. */
  groupOf?: (row: z.output<Row>) => { key: number; name: ReactNode }
  /** The table's name, if it is not the title. */
  label?: string
  /** The path of the list whose last page shows new records; by default this one. */
  listPath?: string
  /** Filters and switches beside the search field. */
  tools?: ReactNode
  /** Words on what the files of an import contain and how rows are matched; without them, no import. */
  importing?: string
  /** A line between the head and the list. */
  line?: ReactNode
  dialogSize?: ComponentProps<typeof RecordDialog>['size']
  /** Further actions on a row, after Edit; rows that are edited in place have these alone. */
  actions?: readonly RowAction<z.output<Row>>[]
}

interface RowAction<Row> {
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  onClick: (row: Row) => void
}

type Opened<Row> = { what: 'add' | 'import' } | { what: 'edit' | 'delete'; row: Row } | null

/** The complete screen of a resource: table, search, pages, dialogs, toasts and field errors. */
export function ReferenceScreen<Row extends z.ZodObject, Input extends z.ZodObject>(
  props: ReferenceScreenProps<Row, Input>,
) {
  const { resource, title, fields, blank, nameOf, consequence, tools, importing, fixedSort } = props
  const call: ListCall<z.output<Row>> = props.call ?? resourceQueries<Row>(resource).list()
  const list = useList(call, { fixedSort })
  const narrowed = list.state.search !== '' || Object.values(call.filters).some((value) => value !== undefined)
  const [opened, setOpened] = useState<Opened<z.output<Row>>>(null)
  const exporting = useExport(resource.path, title, { query: list.shown })
  const close = () => setOpened(null)
  const dialog = { resource, fields, blank, onClose: close, size: props.dialogSize }
  const added = useAdded(props, list)
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
      {props.line}
      <RecordTable {...props} list={list} narrowed={narrowed} onOpen={setOpened} />
      {opened?.what === 'import' && (
        <RecordImport resource={resource} title={title} about={importing} onClose={close} />
      )}
      {opened?.what === 'add' && <RecordDialog {...dialog} {...added} row={null} />}
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

/** The link of the toast about a new record: lists end with the newest record and mark it. */
function useAdded<Row extends z.ZodObject, Input extends z.ZodObject>(
  { nameOf, codeOf, fixedSort, listPath }: ReferenceScreenProps<Row, Input>,
  list: List<z.output<Row>>,
) {
  const { pathname } = useRouter().state.location
  return {
    linkTo: (row: z.output<Row>) => ({
      label: [codeOf?.(row), nameOf(row)].filter(Boolean).join(' · '),
      href: `${listPath ?? pathname}?page=${LAST_PAGE}`,
    }),
    // In another order it may be anywhere: it is marked if this page shows it.
    onAdded: fixedSort ? undefined : list.showLast,
  }
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
  list: List<z.output<Row>>
  /** True if a search or a filter hides records. */
  narrowed: boolean
  onOpen: (opened: Opened<z.output<Row>>) => void
}

function RecordTable<Row extends z.ZodObject, Input extends z.ZodObject>(props: RecordTableProps<Row, Input>) {
  const { resource, title, columns, fields, nameOf, list, onOpen, fixedSort, actions: more } = props
  const inDialog = fields.length > 0
  // The columns are kept between renderings: new ones render the rows again.
  const headed = useMemo(() => {
    const sortable = new Set<string>(resource.sortable)
    const headings: Record<string, string | undefined> = { ...resource.columns }
    return columns.map((column) => ({
      ...column,
      header: headings[column.id] ?? '',
      sortable: !fixedSort && sortable.has(column.id),
    }))
  }, [columns, resource, fixedSort])
  const actions = useCallback(
    (row: z.output<Row>) => (
      <RowMenu
        label={`Actions for ${nameOf(row)}`}
        actions={[
          ...(inDialog ? [{ label: 'Edit', icon: IconPencil, onClick: () => onOpen({ what: 'edit', row }) }] : []),
          ...(more ?? []).map(({ onClick, ...action }) => ({ ...action, onClick: () => onClick(row) })),
          ...(inDialog ? [{ label: 'Delete', icon: IconTrash, onClick: () => onOpen({ what: 'delete', row }) }] : []),
        ]}
      />
    ),
    [nameOf, onOpen, more, inDialog],
  )
  return (
    <PagedTable
      label={props.label ?? title}
      list={list}
      columns={headed}
      rowKey={(row) => Number(row.id)}
      actions={inDialog || more ? actions : undefined}
      groupOf={props.groupOf}
      empty={<NoRecords {...props} onAdd={() => onOpen({ what: 'add' })} />}
    />
  )
}

type NoRecordsProps = Pick<ReferenceScreenProps<z.ZodObject, z.ZodObject>, 'title' | 'icon' | 'about'> & {
  resource: Pick<Resource, 'name' | 'operations'>
  narrowed: boolean
  onAdd: () => void
}

function NoRecords({ resource, title, icon, about, narrowed, onAdd }: NoRecordsProps) {
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
