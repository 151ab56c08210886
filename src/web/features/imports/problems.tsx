import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ImportProblem } from '#contract/imports/imports.ts'
import { download } from '#web/lib/api/download.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { problemsCall } from './import-calls.ts'

const COLUMNS: Column<ImportProblem>[] = [
  { id: 'row', header: 'Row', width: 80, align: 'right', cell: ({ row }) => row },
  { id: 'column', header: 'Column', width: 240, wraps: true, card: 'title', cell: ({ column }) => column },
  { id: 'message', header: 'Problem', width: 480, wraps: true, card: 'wide', cell: ({ message }) => message },
]

/** Every problem of the file by its row. */
export function Problems({ id, count }: { id: number; count: number }) {
  const [call] = useState(() => problemsCall(id))
  const headId = useId()
  const list = useList(call)
  const { busy, run } = useAttempt()
  const save = () => download(`import/${id}/problems/export?format=csv`, `problems of import ${id}.csv`)
  return (
    <section aria-labelledby={headId}>
      <SectionHead id={headId} title="Problems" count={grouped(count)}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          onClick={() => void run(save)}
        >
          Download problems as CSV
        </Button>
      </SectionHead>
      <PagedTable
        label="Problems"
        list={list}
        columns={COLUMNS}
        rowKey={({ row, column }) => `${row} ${column}`}
        empty={null}
      />
    </section>
  )
}
