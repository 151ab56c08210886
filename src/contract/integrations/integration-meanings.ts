import { codesIn, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { API_KEY_STATES, SCOPES } from '#contract/integrations/api-keys.ts'
import { DCSA_EVENT_TYPES } from '#contract/integrations/dcsa-events.ts'
import { WEBHOOK_MESSAGES } from '#contract/integrations/webhook-messages.ts'
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '#contract/integrations/webhooks.ts'

const ofWebhooks = Object.fromEntries(
  ['Webhook', 'EditWebhookBody', 'SaveWebhookBody', 'AddWebhookBody'].flatMap((name) => [
    [`${name}.events`, `What it is told of: ${WEBHOOK_EVENTS.join(', ')}.`],
    [`${name}.active`, 'Whether it is told of anything.'],
  ]),
)

const SAID: Record<string, string> = {
  id: 'The id of the order that it is about.',
  trackingCode: 'Its tracking code: hashSum and customCode of the order in one.',
  sequence: 'Grows with each message, so that the later of two is known.',
  entryId: 'The id of the entry in the history of the order.',
  eventId: 'The id of the event.',
  event: 'The name of the event.',
  milestone: 'What the event means; null for nothing that is followed.',
  withdrawn: 'Whether the entry was withdrawn.',
  status: `The status of the order: ${codesIn(STATUS_LABELS)}.`,
  previous: 'Its status before.',
  documentId: 'The id of the document.',
  mailId: 'The id of the mail.',
}
const SAID_OTHERWISE: Record<string, string> = {
  'SailingChangedMessage.data.id': 'The id of the sailing.',
  'SailingChangedMessage.data.reference': 'Its reference.',
  'SailingChangedMessage.data.status': 'Its status.',
  'MailFailedMessage.data.id': 'The id of the order that the mail is about; null for none.',
  'MailFailedMessage.data.trackingCode': 'The tracking code of that order; null for none.',
}
const MESSAGES = Object.fromEntries(
  WEBHOOK_MESSAGES.flatMap(({ name }) => [
    [`${name}.type`, 'What happened.'],
    [`${name}.timestamp`, 'When it happened.'],
    [`${name}.data`, 'What it happened to. Read the rest by its id.'],
    ...Object.entries(SAID).map(([key, meaning]) => [`${name}.data.${key}`, meaning]),
  ]),
)

/** Meanings of properties that DCSA names. */
const DCSA: Record<string, string> = {
  carrierBookingReference: 'A tracking code, in any form.',
  equipmentReference: 'The number of a container.',
  eventType: `${DCSA_EVENT_TYPES.join(', ')}; in the query several with commas between them.`,
  eventID: 'The same for the same event, whenever it is read.',
  eventCreatedDateTime: 'When it was entered.',
  eventClassifierCode: 'ACT for what happened, EST for what is expected.',
  eventDateTime: 'When it happened, or is expected to.',
  shipmentEventTypeCode: 'RECE received, CONF confirmed.',
  transportEventTypeCode: 'DEPA departed, ARRI arrived.',
  equipmentEventTypeCode: 'What happened to the cargo or its container, by the list of DCSA.',
  documentID: 'The tracking code of the booking.',
  documentTypeCode: 'BKG, a booking.',
  emptyIndicatorCode: 'LADEN.',
  ISOEquipmentCode: 'Size and type of the container.',
  transportCall: 'Where, and by what.',
  transportCallID: 'The same for all events of this place.',
  exportVoyageNumber: 'The voyage.',
  UNLocationCode: 'The UN/LOCODE of the port.',
  facilityTypeCode: 'COFS a container freight station, POTE a port terminal, CLOC the place of a customer.',
  modeOfTransport: 'VESSEL or TRUCK.',
  vessel: 'The vessel.',
  vesselIMONumber: 'Its IMO number.',
  vesselName: 'Its name.',
  documentReferences: 'The bookings that it is about.',
  documentReferenceType: 'BKG, a booking.',
  documentReferenceValue: 'A tracking code.',
  references: 'What the parties call it.',
  referenceType: "FF our tracking code, PO the client's purchase order, EQ the container.",
  referenceValue: 'The reference.',
}

/** Meanings of the properties of keys and webhooks. */
export const INTEGRATIONS: Record<string, string> = {
  'ApiKey.name': 'What the key is for, as its administrator named it.',
  'NewApiKey.name': 'What the key is for.',
  'NewApiKey.state': 'active.',
  'NewApiKey.createdBy': 'You.',
  'NewApiKey.expiresAt': 'When it stops working; null for never.',
  prefix: 'The part of the key that is not secret: qs_ and this.',
  scopes: `What the key may do: ${SCOPES.join(', ')}. The scope to write something includes the one to read it.`,
  'ApiKey.state': `${API_KEY_STATES.join(', ')}. A key is suspended while its owner is not an administrator.`,
  'ApiKey.createdBy': 'The administrator who created the key, for whom it acts.',
  'ApiKeyInput.name': 'What the key is for.',
  'ApiKey.expiresAt': 'When it stops working; null for never.',
  'ApiKeyInput.expiresAt': 'When it stops working; null for never.',
  lastUsedAt: 'When it was last used, to the minute; null if it never was.',
  revokedAt: 'When it was revoked; null if it was not.',
  deleted: 'Ids of records that were deleted. Only with changed_since or cursor.',
  nextCursor: 'The cursor of the next page; null after the last. Only with changed_since or cursor.',
  resumeCursor: 'The cursor to go on with later. Only with changed_since or cursor.',
  url: 'Where messages are posted.',
  ...ofWebhooks,
  ...MESSAGES,
  ...SAID_OTHERWISE,
  failingSince: 'Since when no message arrived; null if the last one did.',
  disabledReason: 'Why it was switched off by itself; null otherwise.',
  secret: 'What its messages are signed with. Only in the answers to creating it and to rotating its secret.',
  'WebhookDelivery.event': 'What the message tells.',
  'WebhookDelivery.orderId': 'The id of the order that it is about; null for none.',
  'WebhookDelivery.state': `${DELIVERY_STATES.join(', ')}.`,
  'WebhookDelivery.body': 'The message, as it is sent.',
  webhookId: 'The id of the webhook.',
  messageId: 'The webhook-id of the message, the same in all its attempts.',
  'WebhookDelivery.attempts': 'The attempts, the latest last.',
  'WebhookDelivery.attempts.at': 'When it began.',
  'WebhookDelivery.attempts.status': 'The status that was answered; null if there was no answer.',
  'WebhookDelivery.attempts.error': 'Why it failed; null if it did not.',
  'WebhookDelivery.attempts.ms': 'How long it took, in milliseconds.',
  nextAt: 'When it is attempted next; null for one that is over, or held by a run.',
  key: 'The key itself, shown only here.',
  ...DCSA,
  jsonrpc: '2.0.',
  'McpMessage.id': 'The number or name of the request; none for a notification.',
  'McpAnswer.id': 'That of the request.',
  'McpMessage.method': 'tools/list, tools/call and so on.',
  params: 'What the method needs.',
  'McpAnswer.result': 'What it answered.',
  'McpAnswer.error': 'Why it failed.',
}
