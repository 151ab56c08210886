import { Notice } from '#web/ui/feedback/notice.tsx'
import { UnknownCodes } from './unknown-codes.tsx'
import type { Viewed } from './view-state.ts'

/** The parts of the address that could not be shown, and why. */
export function ViewNotices({ viewed: { gone, definition, dropped, notCodes } }: { viewed: Viewed }) {
  const filtered = Object.keys(definition.filters).length > 0 || definition.codes !== undefined
  return (
    <>
      {gone && (
        <Notice warn role="status">
          This view was deleted, or is not shared with you.{' '}
          {filtered ? 'Its filters are those of the link.' : 'This is the whole list.'}
        </Notice>
      )}
      {dropped.length > 0 && (
        <Notice warn role="status">
          {dropped.length === 1 ? 'A filter of this link was left out: ' : 'Filters of this link were left out: '}
          {dropped.map(({ name, reason }) => `${name} (${reason})`).join('; ')}
        </Notice>
      )}
      {(definition.codes || notCodes.length > 0) && <UnknownCodes codes={definition.codes ?? []} notCodes={notCodes} />}
    </>
  )
}
