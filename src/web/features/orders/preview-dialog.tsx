import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { faultOf } from '#web/lib/api-error.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { SandboxedHtml } from '#web/ui/sandboxed-html.tsx'

const WIDTH = 670
const HEIGHT = 500

interface PreviewDialogProps {
  title: string
  onClose: () => void
  /** Undefined while it loads. */
  html: string | undefined
  error: Error | null
  onRetry: () => void
  /** Above the frame: to whom, when. */
  children?: ReactNode
}

/** A mail in a frame of 670 x 500. */
export function PreviewDialog({ title, onClose, html, error, onRetry, children }: PreviewDialogProps) {
  const fault = faultOf(error)
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
