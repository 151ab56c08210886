import { ActionIcon, Button, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconExternalLink, IconFileTypePdf } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { MADE_KIND_LABELS, type MadeDocument, type MadeVersion } from '#contract/made-documents/made-documents.ts'
import { documentPath } from '#web/features/orders/shared/documents.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { download, openInTab } from '#web/lib/api/download.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { formatBytes } from '#web/lib/format/file-size.ts'
import { FileItem } from '#web/ui/files/file-item.tsx'
import classes from './made.module.css'
import { characters, makeDocument, missingText, type Subject } from './made-queries.ts'

interface MadeItemProps {
  subject: Subject
  made: MadeDocument
}

/** A kind of document: its missing fields or the button that makes it, then its versions. */
export function MadeItem({ subject, made }: MadeItemProps) {
  const { kind, versions, changed } = made
  const [newest, ...older] = versions
  const [all, setAll] = useState(false)
  const missingId = useId()
  const guessId = useId()
  const making = useMaking(subject, made)
  const missing = missingText({ missing: made.missing.filter(({ field }) => field !== 'pieces' || !making.askPieces) })
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{MADE_KIND_LABELS[kind]}</span>
        <form
          className={classes.make}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (missing === '') void making.make()
          }}
        >
          {making.askPieces && (
            <TextInput
              size="xs"
              w={84}
              label="Pieces"
              aria-describedby={making.isGuess ? guessId : undefined}
              inputMode="numeric"
              autoComplete="off"
              value={making.pieces}
              error={making.error}
              onChange={({ currentTarget }) => making.setPieces(currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
            loading={making.busy}
            disabled={missing !== ''}
            aria-label={`${newest ? 'Make again' : 'Make'}: ${MADE_KIND_LABELS[kind]}`}
            aria-describedby={missing === '' ? undefined : missingId}
          >
            {newest ? 'Make again' : 'Make'}
          </Button>
        </form>
      </div>
      {making.isGuess && (
        <p className={classes.dim} id={guessId}>
          {making.pieces} pieces, from the description of goods: nobody has counted them yet.
        </p>
      )}
      {missing !== '' && (
        <p className={classes.missing} id={missingId}>
          {missing}
        </p>
      )}
      {changed && <p className={classes.changed}>Its data has changed since version {newest?.version}</p>}
      {newest && <Version version={newest} />}
      {older.length > 0 && (
        <UnstyledButton className={classes.dim} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Hide earlier versions' : `Earlier versions (${older.length})`}
        </UnstyledButton>
      )}
      {all && (
        <ul className={classes.versions}>
          {older.map((version) => (
            <li key={version.version}>
              <Version version={version} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function useMaking(subject: Subject, { kind, pieces: known, piecesGuess }: MadeDocument) {
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const askPieces = kind === 'labels'
  const pieces = typed ?? String(known ?? piecesGuess ?? '')
  const make = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { versions } = await makeDocument(subject, askPieces && pieces !== '' ? { kind, pieces } : { kind })
      showSuccess(`${MADE_KIND_LABELS[kind]}: version ${versions[0]?.version} was made`)
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields.pieces) setError(failure.fields.pieces)
      else showError(failure, () => void make())
    } finally {
      setBusy(false)
    }
  }
  const isGuess = typed === null && known === null && piecesGuess !== null
  return { askPieces, pieces, isGuess, setPieces: setTyped, busy, error, make }
}

function Version({ version: made }: { version: MadeVersion }) {
  const { date, time } = useDates()
  const { version, documentId: id, name, size, madeAt, madeBy, attached, unprintable } = made
  const path = documentPath({ id })
  const get = (): Promise<void> => download(path, name).catch((error) => showError(error, () => void get()))
  const open = (): Promise<void> => openInTab(path).catch((error) => showError(error, () => void open()))
  return (
    <>
      <FileItem
        name={name}
        facts={[
          `Version ${version}`,
          formatBytes(size),
          `${date(madeAt)} ${time(madeAt)}`,
          madeBy,
          attached && 'sent with an event',
        ]
          .filter(Boolean)
          .join(' · ')}
        onDownload={get}
      >
        <Tooltip label="Open in a new tab">
          <ActionIcon size={32} aria-label={`Open ${name} in a new tab`} onClick={() => void open()}>
            <IconExternalLink size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </FileItem>
      {unprintable.length > 0 && (
        <p className={classes.missing}>
          No font has {characters(unprintable)}: printed as question marks. The setting PDF_FONTS adds fonts.
        </p>
      )}
    </>
  )
}
