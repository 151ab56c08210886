import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { download } from '#web/lib/api/download.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { AcceptDialog, BookDialog } from './answer-dialogs.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { actOn, showMailed } from './shared/offers.ts'

type Opened = 'edit' | 'send' | 'follow-up' | 'accept' | 'withdraw' | 'book' | 'delete'

interface OfferActionsProps {
  offer: Offer
  /** Opens another offer; null for the list. */
  onOpen: (offer: Offer | null) => void
}

/** What can be done with an offer in its state; what comes next is the main button. */
export function OfferActions({ offer, onOpen }: OfferActionsProps) {
  const { id, reference, state, orderId } = offer
  const [opened, setOpened] = useState<Opened | null>(null)
  const { run, busy } = useAttempt()
  const replace = () => void run(async () => onOpen(await actOn(id, 'replace')))
  const isOpen = state === 'sent' || state === 'expired'
  const button = (label: string, what: Opened, rest: { variant?: string } = {}) => (
    <Button {...rest} onClick={() => setOpened(what)}>
      {label}
    </Button>
  )
  return (
    <>
      {state === 'draft' && button('Send', 'send')}
      {state === 'sent' && button('Follow up', 'follow-up')}
      {state === 'accepted' && orderId === null && button('Book', 'book')}
      {isOpen && button('Accept for client', 'accept', { variant: 'default' })}
      {(isOpen || state === 'declined' || state === 'withdrawn') && (
        <Button
          variant="default"
          leftSection={<IconReplace size={16} aria-hidden />}
          disabled={offer.replacedById !== null}
          loading={busy}
          onClick={replace}
        >
          {"Replace with today's prices"}
        </Button>
      )}
      <RowMenu
        label={`More actions for ${reference}`}
        actions={[
          ...(state === 'draft' ? [{ label: 'Edit', icon: IconPencil, onClick: () => setOpened('edit') }] : []),
          {
            label: 'PDF',
            icon: IconFileTypePdf,
            onClick: () => void run(() => download(`${offers.path}/${id}/pdf`, `Offer ${reference}.pdf`)),
          },
          ...(isOpen ? [{ label: 'Withdraw', icon: IconTrash, onClick: () => setOpened('withdraw') }] : []),
          ...(state === 'draft' ? [{ label: 'Delete', icon: IconTrash, onClick: () => setOpened('delete') }] : []),
        ]}
      />
      {opened && <OfferDialog offer={offer} opened={opened} onOpen={onOpen} onClose={() => setOpened(null)} />}
    </>
  )
}

interface OfferDialogProps extends OfferActionsProps {
  opened: Opened
  onClose: () => void
}

function OfferDialog({ offer, opened, onOpen, onClose }: OfferDialogProps) {
  switch (opened) {
    case 'edit':
      return <DraftDialog offer={offer} onClose={onClose} onSaved={onClose} />
    case 'accept':
      return <AcceptDialog offer={offer} onClose={onClose} />
    case 'book':
      return <BookDialog offer={offer} onClose={onClose} />
    case 'delete':
      return (
        <RemoveDialog
          resource={offers}
          id={offer.id}
          name={offer.reference}
          onClose={onClose}
          onRemoved={() => onOpen(null)}
        />
      )
    default:
      return <ActQuestion offer={offer} act={opened} onClose={onClose} />
  }
}

/** Asks before a mail leaves or an offer is withdrawn. */
function ActQuestion({
  offer,
  act,
  onClose,
}: {
  offer: Offer
  act: 'send' | 'follow-up' | 'withdraw'
  onClose: () => void
}) {
  const { id, reference, email } = offer
  const { run, busy, fault } = useAttempt()
  const holdSeconds = useSettings()?.mailHoldSeconds ?? 0
  const questions = {
    send: {
      title: `Send ${reference}?`,
      confirm: 'Send',
      text: `A mail with the link and the PDF goes to ${email || 'nobody yet: the offer has no address'}.`,
      done: `${reference} was sent`,
    },
    'follow-up': {
      title: `Ask again about ${reference}?`,
      confirm: 'Send',
      text: `A mail with a link of its own goes to ${email}.`,
      done: 'The follow-up was sent',
    },
    withdraw: {
      title: `Withdraw ${reference}?`,
      confirm: 'Withdraw',
      text: 'Its page shows no prices any more, and nobody can accept it.',
      done: `${reference} was withdrawn`,
    },
  }
  const { title, confirm, text, done } = questions[act]
  const doIt = async () => {
    const after = await actOn(id, act)
    onClose()
    // The mail that offers can be taken back here; a follow-up in the mail log.
    if (act === 'send') showMailed(done, after.mail?.id, holdSeconds)
    else showSuccess(done)
  }
  return (
    <Confirm
      opened
      danger={act === 'withdraw'}
      title={title}
      confirm={confirm}
      busy={busy}
      fault={fault}
      onConfirm={() => void run(doIt)}
      onCancel={onClose}
    >
      {text}
    </Confirm>
  )
}
