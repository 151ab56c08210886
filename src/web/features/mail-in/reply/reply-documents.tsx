import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { guessCategory } from '#contract/papers/guess-category.ts'
import { documentsQuery } from '#web/features/orders/shared/documents.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'
import { filesProblem } from '#web/model/uploads/attached-files.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { UploadArea } from '#web/model/uploads/upload-area.tsx'
import type { useAttachedFiles } from '#web/model/uploads/use-attached-files.ts'
import { ChoicesSelect } from '#web/ui/form/search-select.tsx'

interface ReplyDocumentsProps {
  /** The one order of the mail, whose documents can be attached; null without one. */
  orderId: number | null
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  attached: ReturnType<typeof useAttachedFiles>
  busy: boolean
}

/** Files that go with a reply: documents of the order, and uploads. They show once they are asked for. */
export function ReplyDocuments({ orderId, chosen, onChosen, attached, busy }: ReplyDocumentsProps) {
  const [opened, setOpened] = useState(false)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const documents = useQuery({ ...documentsQuery(orderId ?? 0), enabled: orderId !== null && opened }).data
  if (!opened)
    return (
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Attach files
      </Button>
    )
  const all = documents ? [...documents.admin, ...documents.user, ...documents.csr] : []
  const other = categories.at(-1)?.id ?? 0
  return (
    <>
      {all.length > 0 && (
        <ChoicesSelect
          label="Documents of the order"
          noun="document"
          data={all.map(({ id, name, size }) => ({ value: String(id), label: `${name} (${formatBytes(size)})` }))}
          value={chosen.map(String)}
          onChange={(values) => onChosen(values.map(Number))}
        />
      )}
      <UploadArea
        files={attached.files}
        categories={categories}
        problem={filesProblem(attached.files)}
        busy={busy}
        over={false}
        onAdd={(files) => attached.add(files, (file) => guessCategory(file.name, categories)?.id ?? other)}
        onRemove={attached.remove}
        onCategory={attached.categorise}
      />
    </>
  )
}
