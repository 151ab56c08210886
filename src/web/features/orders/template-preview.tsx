import { useQuery } from '@tanstack/react-query'
import { previewQuery } from './history-queries.ts'
import { PreviewDialog } from './preview-dialog.tsx'

interface TemplatePreviewProps {
  templateId: number
  title: string
  orderId: number
  onClose: () => void
}

/** A template's mail as this order's data makes it. */
export function TemplatePreview({ templateId, title, orderId, onClose }: TemplatePreviewProps) {
  const query = useQuery(previewQuery(templateId, orderId))
  return (
    <PreviewDialog
      title={title}
      onClose={onClose}
      html={query.data}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  )
}
