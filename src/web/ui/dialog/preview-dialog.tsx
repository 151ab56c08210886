import type { ReactNode } from 'react'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { FRAME_DIALOG_WIDTH, FRAME_HEIGHT, SandboxedHtml } from '#web/ui/rich-text/sandboxed-html.tsx'
import { Dialog } from './dialog.tsx'

interface PreviewDialogProps {
  title: string
  onClose: () => void
  /** The document; undefined while it loads. */
  html: string | undefined
  /** The failure to load it; null for none. */
  fault: { message: string; requestId: string | null } | null
  onRetry: () => void
  /** Content above the frame. */
  children?: ReactNode
}

/** Shows a document in a sandboxed frame of 670 x 500 px. */
export function PreviewDialog({ title, onClose, html, fault, onRetry, children }: PreviewDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size={FRAME_DIALOG_WIDTH}>
      {children}
      {fault ? (
        <Fault {...fault} onRetry={onRetry} />
      ) : html === undefined ? (
        <LoadingBlock height={FRAME_HEIGHT} />
      ) : (
        <SandboxedHtml html={html} title={title} />
      )}
    </Dialog>
  )
}
