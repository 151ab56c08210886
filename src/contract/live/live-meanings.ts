import { PRESENCE_ENTITIES } from '#contract/live/live.ts'

/** Meanings of the properties of presence. */
export const LIVE: Record<string, string> = {
  'PresenceInput.entity': `The kind of record: ${PRESENCE_ENTITIES.join(', ')}.`,
  'PresenceInput.entityId': 'The id of the record.',
  'PresenceInput.mode': 'Whether the record is looked at, edited, or was left.',
  'PresenceInput.part': 'What is edited, in words.',
  'PresenceInput.tab': 'The tab, by any text that it made for itself.',
}
