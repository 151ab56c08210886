import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Fault } from './fault.tsx'
import { SandboxedHtml } from './sandboxed-html.tsx'

const WIDTH = 670
const HEIGHT = 500

interface PreviewDialogProps {
  title: string
  onClose: () => void
  /** Undefined while it loads. */
  html: string | undefined
  /** Why it did not load. */
  fault: { message: string; requestId: string | null } | null
  onRetry: () => void
  /** Above the frame: to whom, when. */
  children?: ReactNode
}

/** A mail in a frame of 670 x 500. */
export function PreviewDialog({ title, onClose, html, fault, onRetry, children }: PreviewDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size={WIDTH + 34}>
      {children}
      {fault ? (
        <Fault {...fault} onRetry={onRetry} />
      ) : html === undefined ? (
        <Skeleton h={HEIGHT} aria-label="Loading" />
      ) : (
        <SandboxedHtml html={html} title={title} width={WIDTH} height={HEIGHT} />
      )}
    </Dialog>
  )
}
