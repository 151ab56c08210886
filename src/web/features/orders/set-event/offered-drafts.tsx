import { Button, Group } from '@mantine/core'
import type { Draft } from '#contract/drafts/drafts.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { useEventDrafts } from './use-event-drafts.ts'

interface OfferedDraftsProps {
  drafts: Pick<ReturnType<typeof useEventDrafts>, 'offered' | 'rest' | 'open' | 'discard'>
  dates: Dates
}

/** 'Draft by key Shop, 10:02', with the day if it is another one. */
export function draftTitle(
  { by, updatedAt }: Pick<Draft, 'by' | 'updatedAt'>,
  { date, time, dateTime }: Dates,
): string {
  const when = date(updatedAt) === date(new Date().toISOString()) ? time(updatedAt) : dateTime(updatedAt)
  return by === null ? `Your draft, ${when}` : `Draft by key ${by}, ${when}`
}

/** What was typed earlier or prepared by a program: to go on with, or to discard. */
export function OfferedDrafts({ drafts: { offered, rest, open, discard }, dates }: OfferedDraftsProps) {
  return (
    <>
      {offered
        .map((draft) => ({ draft, title: draftTitle(draft, dates) }))
        .map(({ draft, title }) => (
          <Notice key={draft.tab} title={title}>
            <Group gap="xs" mt={4}>
              <Button size="compact-sm" variant="default" aria-label={`Open: ${title}`} onClick={() => open(draft)}>
                Open
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Discard: ${title}`}
                onClick={() => discard(draft)}
              >
                Discard
              </Button>
            </Group>
          </Notice>
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
