import { Progress } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import type { ClientExport, useClientExport } from './use-client-export.ts'

const MEGABYTE = 1e6
const wordsOf = ({ bytes }: ClientExport) =>
  bytes === 0 ? 'The file is being prepared …' : `${(bytes / MEGABYTE).toFixed(1)} MB so far`

/** Shows that the file with a client's data is being prepared, or why that failed. */
export function ExportDialog({ at, start, cancel }: ReturnType<typeof useClientExport>) {
  if (!at) return null
  const { client, fault } = at
  return (
    <Dialog opened busy={!fault} onClose={cancel} title={`Export data of ${client.username}`}>
      <p>
        A ZIP archive with everything stored about the client. Read its notes and trail before you pass it on: they may
        name others.
      </p>
      {!fault && (
        <>
          <div role="status">{wordsOf(at)}</div>
          <Progress size={4} mt="xs" aria-label="Export" value={100} animated />
        </>
      )}
      <DialogButtons
        fault={fault && { ...fault, onRetry: () => void start(client) }}
        cancel={fault ? 'Close' : 'Cancel'}
        onCancel={cancel}
      />
    </Dialog>
  )
}
