import { Button } from '@mantine/core'
import { IconEyeOff, IconFileCheck, IconFilePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MailFile, MailIn } from '#contract/mail-in/mail-in.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { ignoreMailFile } from '#web/features/mail-in/shared/change-mail.ts'
import { mailPath } from '#web/features/mail-in/shared/mail-in.ts'
import { useShownOrder } from '#web/features/mail-in/shared/shown-order.ts'
import classes from '#web/features/mail-in/shared/thread.module.css'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { download } from '#web/lib/api/download.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { FileItem } from '#web/ui/files/file-item.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { DRAGGED, fileAndSay, openPapers, suggestedPaper } from './file-choices.ts'

interface MailFilesProps {
  mail: MailIn
  /** True for the mail that the page's keys are about. */
  keys: boolean
}

/** The files of a mail; new ones go onto the papers of its order by a press, by a key, or dragged. */
export function MailFiles({ mail, keys }: MailFilesProps) {
  const orderId = useShownOrder(mail)
  const papers = useQuery({ ...papersQuery(orderId ?? 0), enabled: orderId !== null }).data?.items ?? NONE
  if (mail.files.length === 0) return null
  return (
    <>
      {keys && <FileKey mail={mail} orderId={orderId} papers={papers} />}
      <ul className={classes.files} aria-label="Files">
        {mail.files.map((file) => (
          <File key={file.id} mail={mail} file={file} orderId={orderId} papers={papers} />
        ))}
      </ul>
    </>
  )
}

const NONE: Paper[] = []

interface FileProps {
  mail: MailIn
  orderId: number | null
  papers: readonly Paper[]
}

/** The key that puts the next file onto the paper that its name suggests. */
function FileKey({ mail, orderId, papers }: FileProps) {
  const next = mail.files
    .filter(({ state }) => state === 'new')
    .map((file) => ({ file, paper: suggestedPaper(file, papers) }))
    .find(({ paper }) => paper !== undefined)
  const run = () => {
    if (!next?.paper || orderId === null) return
    void fileAndSay(mail, next.file, { orderId, categoryId: next.paper.categoryId, paper: next.paper })
  }
  const label = next?.paper ? `File ${next.file.name} as ${next.paper.name}` : 'File the next attachment'
  usePageActions([{ keys: 'f', label, can: () => next !== undefined, run }])
  return null
}

function File({ mail, file, orderId, papers }: FileProps & { file: MailFile }) {
  const { id, name, size, state, reason } = file
  const isNew = state === 'new'
  const get = () => download(`${mailPath(mail.id)}/files/${id}/download`, name).catch(showError)
  const facts = [formatBytes(size), STATES[state], reason].filter(Boolean).join(' · ')
  return (
    <li
      className={classes.file}
      draggable={isNew && orderId !== null}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(DRAGGED, JSON.stringify({ mailId: mail.id, fileId: id }))
        dataTransfer.effectAllowed = 'move'
      }}
    >
      {state === 'refused' ? (
        <div className={classes.dim}>
          {`${name} · ${formatBytes(size)}: ${sentence(reason)} It stays in the raw text.`}
        </div>
      ) : (
        <NewOrDone mail={mail} file={file} orderId={orderId} papers={papers} facts={facts} onDownload={get} />
      )}
    </li>
  )
}

const STATES = { new: '', filed: 'Filed', ignored: 'Ignored', refused: 'Refused' }

const sentence = (reason: string | null) => (reason ?? 'Refused').replace(/\.?$/, '.')

interface NewOrDoneProps extends FileProps {
  file: MailFile
  facts: string
  onDownload: () => Promise<void>
}

/** A file that can be read; while it is new, with what can become of it: the suggested paper first. */
function NewOrDone({ mail, file, orderId, papers, facts, onDownload }: NewOrDoneProps) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const isNew = file.state === 'new'
  const suggested = isNew && orderId !== null ? suggestedPaper(file, papers) : undefined
  const put = (paper: Paper) => {
    if (orderId !== null) void fileAndSay(mail, file, { orderId, categoryId: paper.categoryId, paper })
  }
  const others = orderId === null ? [] : openPapers(papers).filter((paper) => paper !== suggested)
  const category = categories.find(({ id }) => id === file.suggestion?.categoryId) ?? categories.at(-1)
  const asDocument = () => {
    if (category && orderId !== null) void fileAndSay(mail, file, { orderId, categoryId: category.id, paper: null })
  }
  const document = { label: `Document (${category?.name})`, icon: IconFilePlus, onClick: asDocument }
  const ignore = () => void ignoreMailFile(mail.id, file).catch(showError)
  return (
    <>
      <FileItem name={file.name} facts={facts} onDownload={onDownload}>
        {isNew && (
          <RowMenu
            label={`File ${file.name} as`}
            actions={[
              ...others.map((paper) => ({ label: paper.name, icon: IconFileCheck, onClick: () => put(paper) })),
              ...(category && orderId !== null ? [document] : []),
              { label: 'Ignore', icon: IconEyeOff, onClick: ignore },
            ]}
          />
        )}
      </FileItem>
      {suggested && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconFileCheck size={16} aria-hidden />}
          aria-label={`File as ${suggested.name}: ${file.name}`}
          onClick={() => put(suggested)}
        >
          {`File as ${suggested.name}`}
        </Button>
      )}
    </>
  )
}
