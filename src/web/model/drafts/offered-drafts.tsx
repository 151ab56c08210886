import { Button, Group } from '@mantine/core'
import type { Draft } from '#contract/drafts/drafts.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { useDrafts } from './use-drafts.ts'

interface OfferedDraftsProps {
  drafts: Pick<ReturnType<typeof useDrafts>, 'offered' | 'rest' | 'open' | 'discarded'>
  dates: Dates
}

/** 'Draft by key Shop, 10:02', with the day if it is not today. */
export function draftTitle(
  { by, updatedAt }: Pick<Draft, 'by' | 'updatedAt'>,
  { date, time, dateTime }: Dates,
): string {
  const when = date(updatedAt) === date(new Date().toISOString()) ? time(updatedAt) : dateTime(updatedAt)
  return by === null ? `Your draft, ${when}` : `Draft by key ${by}, ${when}`
}

interface OfferProps {
  title: string
  discarded: boolean
  onOpen: () => void
  onDiscard: () => void
  onUndo: () => void
}

function Offer({ title, discarded, onOpen, onDiscard, onUndo }: OfferProps) {
  const size = 'compact-sm'
  if (discarded)
    return (
      <Notice title={title} role="status">
        Discarded.{' '}
        <Button size={size} variant="subtle" aria-label={`Undo: ${title}`} onClick={onUndo} autoFocus>
          Undo
        </Button>
      </Notice>
    )
  return (
    <Notice title={title}>
      <Group gap="xs" mt={4}>
        <Button size={size} variant="default" aria-label={`Open: ${title}`} onClick={onOpen}>
          Open
        </Button>
        <Button size={size} variant="subtle" aria-label={`Discard: ${title}`} onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Notice>
  )
}

/** Drafts that were typed earlier or prepared by a program, to go on with or to discard. */
export function OfferedDrafts({ drafts: { offered, rest, open, discarded }, dates }: OfferedDraftsProps) {
  return (
    <>
      {offered.map((draft) => (
        <Offer
          key={draft.tab}
          title={draftTitle(draft, dates)}
          discarded={discarded.tabs.includes(draft.tab)}
          onOpen={() => open(draft)}
          onDiscard={() => discarded.discard(draft)}
          onUndo={() => discarded.keep(draft.tab)}
        />
      ))}
      {rest.length > 0 && (
        <Notice title="The form has no place for this part of the draft">
          {rest.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Notice>
      )}
    </>
  )
}
