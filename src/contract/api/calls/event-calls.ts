import { type Call, own, specified } from '#contract/api/call.ts'

/** The calls about the history of orders and their documents. */
export const EVENT_CALLS: Record<string, Call> = {
  'GET request/event/data/{id}': specified('listOrderEvents', 'Read the events history of an order, newest first'),
  'POST request/event/data/add': specified(
    'setEvent',
    'Set the next event of an order',
    'With lastEventEntryId, the reply is 409 with data.current if the order has another last event by now. Its milestone also fills what is empty of the same fact (received: the receipt of the loading; departed and arrived: the actual date of the booking confirmation), unless carry is false; carried names it. An undo takes it back where it still holds.',
  ),
  'GET request/booking/{id}/carries': own(
    'listCarries',
    'Tell what an event would also set in an order',
    'Only dates of the same fact that are empty: what POST request/event/data/add fills unless carry is false. Changes nothing.',
  ),
  'POST request/event/entry/{entryId}/undo': own('undoEvent', 'Undo an event while its mail is held'),
  'PUT request/event/entry/{entryId}': own('correctEvent', 'Correct the date or comment of an event that was set'),
  'POST request/event/entry/{entryId}/withdraw': own('withdrawEvent', 'Withdraw an event that was set'),
  'GET request/booking/{id}/document_exchange': specified(
    'getDocumentExchange',
    'List the documents of an order, by who uploaded them',
  ),
  'POST request/booking/{id}/documents': own('addDocuments', 'Add uploaded documents to an order without an event'),
  'GET document/category/get_all': specified('listDocumentCategories', 'List the categories of documents'),
  'POST admin/document/upload/{id}': specified(
    'uploadDocuments',
    'Upload documents',
    'The id in the path is that of a category. Set-event and other calls take the ids in the reply.',
  ),
  'GET request/booking/{id}/made-documents': own(
    'listMadeDocuments',
    'List the documents that can be made of an order',
    'Each with what is missing for it, its versions, and whether its data has changed since the newest.',
  ),
  'POST request/booking/{id}/made-documents': own(
    'makeDocument',
    'Make a document of an order as PDF',
    'A new version, kept with the data that it prints. 400 names the fields that are missing.',
  ),
  'GET container/{id}/made-documents': own('listMadeManifests', 'List the manifests of a container'),
  'POST container/{id}/made-documents': own(
    'makeManifest',
    'Make the manifest of a container as PDF',
    'For containers of a sailing. 400 names what is missing.',
  ),
  'GET document/{id}/download': own('downloadDocument', 'Download a document'),
}
