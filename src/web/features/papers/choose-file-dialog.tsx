import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { documentsQuery, fileOf } from '#web/features/orders/shared/documents.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { FileItem } from '#web/ui/files/file-item.tsx'
import classes from './papers.module.css'
import { linkPaper } from './shared/papers.ts'

interface ChooseFileDialogProps {
  orderId: number
  paper: { id: number; name: string }
  onClose: () => void
}

/** Chooses one of the order's documents for a paper; one document may serve several papers. */
export function ChooseFileDialog({ orderId, paper, onClose }: ChooseFileDialogProps) {
  const query = useQuery(documentsQuery(orderId))
  const { run, busy, fault } = useAttempt()
  const failed = fault ?? faultOf(query.error)
  const documents = query.data ? [...query.data.user, ...query.data.admin, ...query.data.csr] : []
  return (
    <Dialog opened onClose={onClose} title={`File for ${paper.name}`} busy={busy}>
      {failed && <Fault {...failed} />}
      {!query.data && !failed && <LoadingBlock height={120} />}
      {query.data && documents.length === 0 && <p className={classes.dim}>This order has no documents yet.</p>}
      <ul aria-label="Documents">
        {documents.map((document) => (
          <li key={document.id}>
            <FileItem {...fileOf(document)}>
              <Button
                size="compact-sm"
                disabled={busy}
                aria-label={`Use ${document.name}`}
                onClick={() => void run(() => linkPaper(orderId, paper.id, document)).then((done) => done && onClose())}
              >
                Use
              </Button>
            </FileItem>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
