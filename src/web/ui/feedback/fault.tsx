import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyOnClick } from './copy-on-click.tsx'

interface FaultProps {
  message: string
  requestId?: string | null
  onRetry?: () => void
  retrying?: boolean
  children?: ReactNode
}

/** An error shown in the page: the message, Retry, and the request id to copy. */
export function Fault({ message, requestId, onRetry, retrying, children }: FaultProps) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title="Error" my="sm">
      {message}
      {requestId && (
        <div>
          Request id: <CopyOnClick value={requestId} what="request id" />
        </div>
      )}
      {children}
      {onRetry && (
        <div>
          <Button mt="xs" size="compact-sm" variant="default" onClick={onRetry} loading={retrying}>
            Retry
          </Button>
        </div>
      )}
    </Alert>
  )
}
