import { ATTACHED_KINDS, CONTAINER_KINDS, MAX_PIECES, ORDER_KINDS } from '#contract/made-documents/made-documents.ts'

const kinds = [...ORDER_KINDS, ...CONTAINER_KINDS].join(', ')

const SECRET_MAIL =
  'Whether it has a link that only its receiver may have: only administrators change it, once they confirmed that it is them.'

/** Meanings of the properties of documents that the product makes, and of the forwarder's own data. */
export const MADE_DOCUMENTS: Record<string, string> = {
  'MadeDocument.kind': `The kind of document: ${kinds}.`,
  'MakeDocumentInput.kind': `The kind of document: ${ORDER_KINDS.join(', ')}.`,
  'MakeManifestInput.kind': 'The kind of document: manifest.',
  missing: 'The fields that it cannot be made without, and that are empty.',
  'MissingField.field':
    "The field, in the record's own names; company.name and company.address are on the page Company.",
  'MissingField.label': 'What the field is called.',
  'MadeDocument.changed': 'Whether it would print something else now than its newest version.',
  'MadeDocument.pieces':
    'How many labels it would have: the pieces received, else as many as the last time; null for others.',
  'MadeDocument.piecesGuess':
    'How many packages the description of goods names, where nobody has counted; null for others.',
  'MakeDocumentInput.pieces': `How many labels, at most ${MAX_PIECES}; by default the pieces received.`,
  'MadeDocument.versions': 'The versions that were made, newest first.',
  version: 'Counts from 1.',
  documentId: 'The id of the document, to download it or to attach it to the mail of an event.',
  madeAt: 'When it was made.',
  madeBy: 'Who made it.',
  attached: 'Whether it went with an event.',
  unprintable: "Characters that no font has, as 'U+674E 李'; the document prints a question mark for each.",
  ifChanged: 'Answer the newest version if it would print the same and went with no event yet.',
  fulfils:
    'Whether papers of the order that this document makes are accepted with it: open ones, and those with an earlier version. By default they are.',
  'MailTemplate.secret': SECRET_MAIL,
  'MailTemplateListItem.secret': SECRET_MAIL,
  suggestedFor: 'dates for the mail that a change of dates suggests; one template at most. null for none.',
  attaches: `The document that set-event offers to attach with this mail: ${ATTACHED_KINDS.join(', ')}; null for none.`,
  'Company.name': 'The name of the forwarder, as documents print it.',
  'CompanyInput.name': 'The name of the forwarder, as documents print it.',
  'Company.address': 'Its address, of several lines.',
  'CompanyInput.address': 'Its address, of several lines.',
  paperSize: 'The paper that documents are made for from now on: a4 or letter.',
  registration: 'Its licence, tax or registration number.',
  bankLines: 'Where to pay, of several lines; printed on quotes and arrival notices.',
  unreadableFonts: 'Files in the folder PDF_FONTS that cannot be read as fonts.',
  clausesBlock: 'The html-block that is printed below documents, as plain text.',
  clausesBlockId: 'The id of an html-block without variables, printed below documents as plain text; null for none.',
  trackingShowsVessel: 'Whether the public tracking page names vessel, voyage and containers.',
  trackingShowsFreeTime:
    'Whether the public tracking page says where and since when the cargo can be picked up, and until when that costs nothing.',
  logo: 'The logo: PNG or JPEG.',
  logoId: 'The id of an uploaded image, PNG or JPEG; null for no logo.',
}
