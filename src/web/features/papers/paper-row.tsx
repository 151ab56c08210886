import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCalendarDue,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconFileCheck,
  IconFiles,
  IconMailForward,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UPLOAD_EXTENSIONS } from '#contract/lib/uploads.ts'
import {
  ASKED_OF_CLIENT,
  isMissing,
  type Makes,
  PAPER_STATE_LABELS,
  type PaperState,
  SUPPLIER_LABELS,
} from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { madeQuery, makeDocument, missingText } from '#web/features/made-documents/shared/made-queries.ts'
import { documentPath } from '#web/features/orders/shared/documents.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { download } from '#web/lib/api/download.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { StatusBadge, type Tone } from '#web/ui/feedback/status-badge.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { ChooseFileDialog } from './choose-file-dialog.tsx'
import { DueDialog } from './due-dialog.tsx'
import classes from './papers.module.css'
import { ReasonDialog } from './reason-dialog.tsx'
import { dueWords } from './shared/paper-words.ts'
import { changePaper, uploadPaper } from './shared/papers.ts'

const LOOKS: Record<PaperState, { tone: Tone; icon: typeof IconBan }> = {
  open: { tone: 'neutral', icon: IconCircleDashed },
  requested: { tone: 'info', icon: IconMailForward },
  received: { tone: 'warn', icon: IconFileCheck },
  accepted: { tone: 'good', icon: IconCircleCheck },
  rejected: { tone: 'bad', icon: IconCircleX },
  waived: { tone: 'neutral', icon: IconBan },
}

const ACCEPT = UPLOAD_EXTENSIONS.map((extension) => `.${extension}`).join(',')

type Opened = 'reject' | 'waive' | 'choose' | 'due' | null

/** A paper: its state, supplier, due time and file, and the actions on it. */
export function PaperRow({ paper, ask }: { paper: Paper; ask: () => void }) {
  const { orderId, id, name, state, supplier, mandatory, noLongerAsked, overdue, document, reason } = paper
  const dates = useDates()
  const [opened, setOpened] = useState<Opened>(null)
  const { tone, icon } = LOOKS[state]
  const due = dueWords(paper, dates)
  const facts = [
    SUPPLIER_LABELS[supplier],
    mandatory ? '' : 'optional',
    paper.requestedAt && isMissing(paper) ? `asked ${dates.dateTime(paper.requestedAt)}` : '',
  ]
  const close = () => setOpened(null)
  return (
    <li className={classes.row} data-off={noLongerAsked || undefined}>
      <div className={classes.what}>
        <div className={classes.name}>
          <span>{name}</span>
          <StatusBadge tone={tone} icon={icon}>
            {PAPER_STATE_LABELS[state]}
          </StatusBadge>
          {noLongerAsked && <span className={classes.dim}>no longer asked for</span>}
        </div>
        <div className={classes.dim}>
          {facts.filter(Boolean).join(' · ')}
          {due && (
            <>
              {' · '}
              <span className={overdue ? classes.late : undefined}>{overdue ? `${due}, overdue` : due}</span>
            </>
          )}
        </div>
        {reason && <div className={classes.reason}>{`${state === 'waived' ? 'Waived' : 'Rejected'}: ${reason}`}</div>}
        {paper.makes && <MakingWords paper={paper} kind={paper.makes} />}
        {document && (
          <button
            type="button"
            className={classes.file}
            onClick={() => void download(documentPath(document), document.name).catch(showError)}
          >
            {document.name}
          </button>
        )}
      </div>
      <div className={classes.actions}>
        <Actions paper={paper} open={setOpened} ask={ask} />
      </div>
      {(opened === 'reject' || opened === 'waive') && <ReasonDialog paper={paper} what={opened} onClose={close} />}
      {opened === 'choose' && <ChooseFileDialog orderId={orderId} paper={{ id, name }} onClose={close} />}
      {opened === 'due' && <DueDialog paper={paper} onClose={close} />}
    </li>
  )
}

interface ActionsProps {
  paper: Paper
  open: (what: Opened) => void
  ask: () => void
}

/** The next action as a button, the others behind the menu. */
function Actions({ paper, open, ask }: ActionsProps) {
  const { orderId, id, name, state, supplier, makes, noLongerAsked, updatedAt } = paper
  const set = (to: PaperState) => void changePaper(orderId, id, { state: to, updatedAt }).catch(showError)
  const missing = isMissing(paper)
  const back = { label: 'Back to open', icon: IconArrowBackUp, onClick: () => set('open') }
  const menu = [
    ...(missing ? [{ label: 'Use an existing file', icon: IconFiles, onClick: () => open('choose') }] : []),
    ...(missing ? [{ label: 'Waive', icon: IconBan, onClick: () => open('waive') }] : []),
    ...(state === 'accepted' ? [{ label: 'Reject', icon: IconCircleX, onClick: () => open('reject') }] : []),
    { label: 'Change due date', icon: IconCalendarDue, onClick: () => open('due') },
    ...(state === 'open' ? [] : [back]),
  ]
  return (
    <>
      {makes && !noLongerAsked && <MakeButton paper={paper} kind={makes} />}
      {missing && (
        <>
          <UploadButton paper={paper} />
          {/* A client is asked only for papers that the client or the shipper supplies. */}
          {ASKED_OF_CLIENT.includes(supplier) && (
            <Button size="compact-sm" variant="default" aria-label={`Ask for ${name}`} onClick={ask}>
              Ask
            </Button>
          )}
        </>
      )}
      {state === 'received' && (
        <>
          <Button size="compact-sm" aria-label={`Accept ${name}`} onClick={() => set('accepted')}>
            Accept
          </Button>
          <Button size="compact-sm" variant="default" aria-label={`Reject ${name}`} onClick={() => open('reject')}>
            Reject
          </Button>
        </>
      )}
      <RowMenu label={`${name}: more`} actions={menu} />
    </>
  )
}

/** The document of a kind, as it is and as it could be made now. */
const useMade = (orderId: number, kind: Makes) =>
  useQuery(madeQuery({ orderId })).data?.find((made) => made.kind === kind)

/** Makes the document, which is the paper from then on; named as the document, since that is made. */
function MakeButton({ paper: { orderId, name, state }, kind }: { paper: Paper; kind: Makes }) {
  const made = useMade(orderId, kind)
  const [busy, setBusy] = useState(false)
  const again = state === 'accepted'
  const make = (): Promise<void> => {
    setBusy(true)
    return makeDocument({ orderId }, { kind })
      .then(({ versions }) => showSuccess(`${name}: version ${versions[0]?.version} was made`))
      .catch((error) => showError(error, () => void make()))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      size="compact-sm"
      variant={again ? 'default' : 'filled'}
      loading={busy}
      disabled={!made || made.missing.length > 0}
      aria-label={`${again ? 'Make again' : 'Make'}: ${name}`}
      onClick={() => void make()}
    >
      {again ? 'Make again' : 'Make'}
    </Button>
  )
}

/** Why the document cannot be made, or that what it prints has changed. */
function MakingWords({ paper, kind }: { paper: Paper; kind: Makes }) {
  const made = useMade(paper.orderId, kind)
  if (!made || paper.noLongerAsked) return null
  const missing = missingText(made)
  const [newest] = made.versions
  if (missing !== '') return <div className={classes.dim}>{`Cannot be made yet: ${missing}`}</div>
  if (!made.changed || newest?.documentId !== paper.documentId) return null
  return <div className={classes.late}>{`Its data has changed since version ${newest.version}`}</div>
}

function UploadButton({ paper }: { paper: Paper }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = () => {
    const file = input.current?.files?.[0]
    if (!file) return
    setBusy(true)
    void uploadPaper(paper.orderId, paper, file)
      .catch(showError)
      .finally(() => {
        setBusy(false)
        if (input.current) input.current.value = ''
      })
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={`Upload ${paper.name}`}
        onClick={() => input.current?.click()}
      >
        Upload
      </Button>
      <input ref={input} type="file" hidden accept={ACCEPT} aria-label={`File for ${paper.name}`} onChange={send} />
    </>
  )
}
