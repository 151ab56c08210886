import { IconPencil, IconPuzzle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { HtmlBlock } from '#contract/templates/templates.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { Confirm, deleting } from '#web/ui/dialog/confirm.tsx'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { blockQuery, blocksList, useRemoveBlock } from './shared/templates.ts'
import { UsedBy } from './used-by.tsx'

const columnsWith = (dateTime: (at: string) => string): Column<HtmlBlock>[] => [
  { id: 'id', header: 'ID', width: 64, sortable: true, cell: ({ id }) => id, card: 'none' },
  { id: 'title', header: 'Name', width: 280, sortable: true, cell: ({ title }) => title, card: 'title' },
  {
    id: 'identifier',
    header: 'Identification',
    card: 'wide',
    width: 240,
    sortable: true,
    cell: ({ identifier }) => <code>blocks.{identifier}</code>,
    extra: ({ identifier }) => <CopyIcon value={`{{ blocks.${identifier} }}`} what="tag" />,
  },
  { id: 'updatedAt', header: 'Updated', width: 150, sortable: true, cell: ({ updatedAt }) => dateTime(updatedAt) },
]

const toBlock = ({ id }: HtmlBlock) => ({ to: '/edit-html-block/$blockId', params: { blockId: String(id) } }) as const

export function BlocksTab() {
  const router = useRouter()
  const list = useList(blocksList)
  const { dateTime } = useDates()
  const [deleting, setDeleting] = useState<HtmlBlock | null>(null)
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const actions = useCallback(
    (row: HtmlBlock) => (
      <RowMenu
        label={`Actions for ${row.title}`}
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: () => void router.navigate(toBlock(row)) },
          { label: 'Delete', icon: IconTrash, onClick: () => setDeleting(row) },
        ]}
      />
    ),
    [router],
  )
  return (
    <>
      <PagedTable
        label="Html-blocks"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/edit-html-block/${id}`}
        onOpen={(row) => void router.navigate(toBlock(row))}
        onIntent={(row) => void router.preloadRoute(toBlock(row))}
        actions={actions}
        empty={
          list.state.search ? (
            <EmptyState icon={IconPuzzle} title="No html-blocks found">
              No html-blocks match "{list.state.search}".
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconPuzzle}
              title="No html-blocks yet"
              action={<ButtonLink to="/create-html-block">Create html-block</ButtonLink>}
            >
              Content shared by several mails, like a footer, appears here.
            </EmptyState>
          )
        }
      />
      {deleting && <DeleteBlock block={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** Asks before a block is deleted. For one that mails use, the dialog names them and offers no Delete. */
function DeleteBlock({ block: listed, onClose }: { block: HtmlBlock; onClose: () => void }) {
  const remove = useRemoveBlock()
  const { data: block = listed, isFetching, refetch } = useQuery(blockQuery(listed.id))
  if (block.templates.length > 0) {
    return (
      <Confirm opened title={`${block.title} cannot be deleted`} cancel="Close" onConfirm={onClose} onCancel={onClose}>
        <UsedBy templates={block.templates} />
      </Confirm>
    )
  }
  return (
    <Confirm
      {...deleting({ name: block.title, remove, onClose })}
      disabled={isFetching}
      onConfirm={() => remove.mutate(block.id, { onSuccess: onClose, onError: () => void refetch() })}
    >
      No mail uses this html-block.
    </Confirm>
  )
}
