import { DRAFT_KINDS } from '#contract/drafts/drafts.ts'

/** Meanings of the properties of drafts. */
export const DRAFTS: Record<string, string> = {
  'Draft.kind': `The form: ${DRAFT_KINDS.join(', ')}.`,
  'Draft.id': 'The id of the record that the form is about.',
  'SetEventInput.draftTabs': 'Your drafts that it was made from, by their tabs; they are removed.',
  tab: 'Tells the drafts of several tabs apart.',
  baseVersion: 'The version of the record that the draft began with; null if there was none.',
  shape: "The number of the form's fields as they were when it was written.",
  'Draft.values': 'The fields by their names in the form.',
  'DraftInput.values': 'The fields that were changed, by their names in the form; at most 200 KB.',
  'Draft.by': 'The name of the API key that prepared it; null for what was typed.',
  'Draft.revision': 'Grows with each save.',
  'DraftInput.revision': 'The revision that was saved or read last; null for a new draft.',
}
