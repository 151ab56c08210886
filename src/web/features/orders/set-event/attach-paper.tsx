import { Checkbox } from '@mantine/core'
import { MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import { characters, missingText } from '#web/features/made-documents/shared/made-queries.ts'
import type { useAttachedPaper } from './use-attached-paper.ts'

/** 'Attach booking confirmation (PDF)': the document of the template, or why it cannot be made yet. */
export function AttachPaper({ paper }: { paper: ReturnType<typeof useAttachedPaper> }) {
  const { made, possible, ticked, tick } = paper
  if (!made) return null
  const [newest] = made.versions
  const state = !possible
    ? `Cannot be made yet: ${missingText(made)}`
    : !newest || made.changed || newest.attached
      ? `${newest ? `Version ${newest.version + 1} is` : 'It is'} made when the event is set`
      : `Version ${newest.version}`
  const unprintable = newest && !made.changed ? characters(newest.unprintable) : ''
  return (
    <Checkbox
      mt="xs"
      label={`Attach ${MADE_KIND_LABELS[made.kind].toLowerCase()} (PDF)`}
      description={unprintable === '' ? state : `${state}. No font has ${unprintable}: printed as question marks.`}
      checked={ticked}
      disabled={!possible}
      onChange={({ currentTarget }) => tick(currentTarget.checked)}
    />
  )
}
