import { Button } from '@mantine/core'
import { IconBan, IconCalendarEvent, IconFileTypePdf, IconReplace, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { actOn } from '#web/features/offers/shared/offer-calls.ts'
import { openInTab } from '#web/lib/api/download.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { BookDialog } from './book-dialog.tsx'
import { ACT_LABELS, type Act, actsOf } from './offer-acts.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

const ICONS = { delete: IconTrash, plan: IconCalendarEvent, replace: IconReplace, withdraw: IconBan }
const iconOf = (act: Act) => (act in ICONS ? ICONS[act as keyof typeof ICONS] : IconCalendarEvent) // just asked

interface OfferToolsProps {
  offer: Offer
  onEdit: () => void
}

/** What comes next of an offer, beside what else can be done with it. */
export function OfferTools({ offer, onEdit }: OfferToolsProps) {
  const [asked, setAsked] = useState<Act | null>(null)
  const { main, beside, further } = actsOf(offer)
  const run = (act: Act) => (act === 'edit' ? onEdit() : setAsked(act))
  const pdf = useAttempt()
  usePageActions(
    [main, ...beside, ...further].flatMap((act) => (act ? [{ label: ACT_LABELS[act], run: () => run(act) }] : [])),
  )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={pdf.busy}
        onClick={() => void pdf.run(() => openInTab(`${offers.path}/${offer.id}/pdf`))}
      >
        PDF
      </Button>
      {beside.map((act) => (
        <Button key={act} variant="default" onClick={() => run(act)}>
          {ACT_LABELS[act]}
        </Button>
      ))}
      {main && <Button onClick={() => run(main)}>{ACT_LABELS[main]}</Button>}
      {further.length > 0 && (
        <RowMenu
          label="Further actions"
          actions={further.map((act) => ({ label: ACT_LABELS[act], icon: iconOf(act), onClick: () => run(act) }))}
        />
      )}
      {asked && <ActDialog act={asked} offer={offer} onClose={() => setAsked(null)} />}
    </>
  )
}

interface ActDialogProps {
  act: Act
  offer: Offer
  onClose: () => void
}

/** The question of an act. */
function ActDialog({ act, ...rest }: ActDialogProps) {
  switch (act) {
    case 'send':
      return <SendDialog {...rest} />
    case 'followUp':
      return <SendDialog {...rest} again />
    case 'accept':
      return <AcceptDialog {...rest} />
    case 'book':
      return <BookDialog {...rest} />
    case 'plan':
      return <PlanDialog {...rest} />
    case 'delete':
      return <DeleteDialog {...rest} />
    case 'replace':
      return <ReplaceDialog {...rest} />
    case 'withdraw':
      return <WithdrawDialog {...rest} />
    case 'edit':
      return null
  }
}

function DeleteDialog({ offer, onClose }: Omit<ActDialogProps, 'act'>) {
  const router = useRouter()
  return (
    <RemoveDialog
      resource={offers}
      id={offer.id}
      name={offer.reference}
      consequence="This draft and its options will be deleted permanently."
      onClose={onClose}
      onRemoved={() => void router.navigate({ to: '/offers', replace: true })}
    />
  )
}

function ReplaceDialog({ offer, onClose }: Omit<ActDialogProps, 'act'>) {
  const router = useRouter()
  const keyOf = useSubmissionKey()
  const { run, forget: _, ...attempt } = useAttempt()
  const replace = async () => {
    const draft = await actOn(offer, 'replace', {}, keyOf(offer.updatedAt))
    onClose()
    showSuccess(`Draft ${draft.reference} was made from ${offer.reference}`)
    void router.navigate({ to: '/offers/$offerId', params: { offerId: String(draft.id) } }).catch(showError)
  }
  return (
    <Confirm
      opened
      title={`Replace ${offer.reference}?`}
      confirm="Make a draft"
      {...attempt}
      onConfirm={() => void run(replace)}
      onCancel={onClose}
    >
      A draft is made with LCL options at today's prices; typed prices stay as they are. {offer.reference} is replaced
      once the draft is sent.
    </Confirm>
  )
}

function WithdrawDialog({ offer, onClose }: Omit<ActDialogProps, 'act'>) {
  const keyOf = useSubmissionKey()
  const { run, forget: _, ...attempt } = useAttempt()
  const withdraw = async () => {
    await actOn(offer, 'withdraw', {}, keyOf(offer.updatedAt))
    onClose()
    showSuccess(`Offer ${offer.reference} was withdrawn`)
  }
  return (
    <Confirm
      opened
      title={`Withdraw ${offer.reference}?`}
      confirm="Withdraw"
      danger
      {...attempt}
      onConfirm={() => void run(withdraw)}
      onCancel={onClose}
    >
      Its page shows no prices any more, and {offer.name} can no longer accept it. Mails that are still held do not
      leave.
    </Confirm>
  )
}
