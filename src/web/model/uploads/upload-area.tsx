import { ActionIcon, Button, NativeSelect, Progress } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCamera, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { MAX_UPLOAD_SIZE, UPLOAD_EXTENSIONS } from '#contract/lib/uploads.ts'
import { RECOMMENDED_DOCUMENTS_SIZE } from '#contract/orders/set-event.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'
import { DropZone } from '#web/ui/files/drop-zone.tsx'
import { fileIcon } from '#web/ui/files/file-item.tsx'
import { fileProblem, isHeavy, totalSize } from './attached-files.ts'
import classes from './upload-area.module.css'
import type { ChosenFile } from './use-attached-files.ts'

interface UploadAreaProps {
  files: readonly ChosenFile[]
  categories: readonly { id: number; name: string }[]
  /** The problem with all files taken together. */
  problem: string | null
  busy: boolean
  /** False for files that are not mailed, which may be as large as the server accepts. */
  mailed?: boolean
  /** True while files are dragged over the form. */
  over: boolean
  onAdd: (files: readonly File[]) => void
  onRemove: (key: string) => void
  onCategory: (key: string, categoryId: number) => void
  /** A further choice for a file, beside its category. */
  beside?: (chosen: ChosenFile) => ReactNode
}

const ACCEPT = UPLOAD_EXTENSIONS.map((extension) => `.${extension}`).join(',')
const LIMIT = RECOMMENDED_DOCUMENTS_SIZE / 1024 / 1024
const MOST = MAX_UPLOAD_SIZE / 1024 / 1024

/** Documents to upload: dropped, chosen or photographed, each with a category. */
export function UploadArea({ files, mailed = true, problem, busy, over, onAdd, ...rest }: UploadAreaProps) {
  const [titleId, hintId, problemId] = [useId(), useId(), useId()]
  return (
    <section aria-labelledby={titleId}>
      <div className={classes.label} id={titleId}>
        Documents
      </div>
      <DropZone label="Documents" accept={ACCEPT} multiple invalid={problem !== null} busy={busy} onFiles={onAdd}>
        {(choose) => (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              disabled={busy}
              onClick={choose}
              aria-describedby={`${hintId} ${problemId}`}
            >
              Choose files
            </Button>
            <TakePhoto busy={busy} onPhoto={onAdd} />
            <span className={classes.dropText} data-over={over || undefined}>
              {over ? 'Drop them anywhere' : 'or drop them anywhere on this form'}
            </span>
            <p className={classes.hint} id={hintId}>
              {UPLOAD_EXTENSIONS.join(', ')}. At most {MOST} MB per submission
              {mailed && `; more than ${LIMIT} MB may be too much for a mail`}.
            </p>
          </>
        )}
      </DropZone>
      <p className={classes.error} id={problemId} role="alert">
        {problem}
      </p>
      <FileList files={files} busy={busy} {...rest} />
      {mailed && !problem && isHeavy(files) && (
        <p className={classes.warning} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {formatBytes(totalSize(files))} in all: the client's mail server may refuse more than {LIMIT} MB.
        </p>
      )}
    </section>
  )
}

/** Takes a photo of papers or damage, on a phone or tablet. */
function TakePhoto({ busy, onPhoto }: { busy: boolean; onPhoto: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const touch = useMediaQuery('(pointer: coarse)')
  if (!touch) return null
  const take = () => {
    onPhoto([...(input.current?.files ?? [])])
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCamera size={16} aria-hidden />}
        disabled={busy}
        onClick={() => input.current?.click()}
      >
        Take a photo
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label="Photo"
        onChange={take}
      />
    </>
  )
}

function FileList({
  files,
  ...rest
}: Pick<UploadAreaProps, 'files' | 'categories' | 'busy' | 'onRemove' | 'onCategory' | 'beside'>) {
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Chosen files">
      {files.map((each) => (
        <FileRow key={each.key} chosen={each} {...rest} />
      ))}
    </ul>
  )
}

type FileRowProps = Pick<UploadAreaProps, 'categories' | 'busy' | 'onRemove' | 'onCategory' | 'beside'> & {
  chosen: ChosenFile
}

function FileRow({ chosen, categories, busy, onRemove, onCategory, beside }: FileRowProps) {
  const { key, file, categoryId, progress, documentId } = chosen
  const Icon = fileIcon(file.name)
  const problem = fileProblem(chosen)
  const problemId = useId()
  return (
    <li className={classes.file} data-error={problem !== null || undefined}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.fileText}>
        <div className={classes.fileName}>{file.name}</div>
        <div className={classes.dim}>
          {formatBytes(file.size)}
          {documentId !== null && ' · stored'}
        </div>
        {progress !== null && documentId === null && (
          <Progress value={progress * 100} size="sm" mt={4} aria-label={`Progress of ${file.name}`} />
        )}
        {problem && (
          <div className={classes.error} id={problemId}>
            {problem}
          </div>
        )}
      </div>
      <NativeSelect
        size="xs"
        aria-label={`Category of ${file.name}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? problemId : undefined}
        disabled={busy}
        data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(categoryId)}
        onChange={(event) => onCategory(key, Number(event.currentTarget.value))}
      />
      {beside?.(chosen)}
      <ActionIcon size={32} aria-label={`Remove ${file.name}`} disabled={busy} onClick={() => onRemove(key)}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}
