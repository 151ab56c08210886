import { SIGN_IN_CALLS } from '#contract/api/calls/sign-in-calls.ts'
import { rateSets } from '#contract/rates/rate-sets.ts'
import { CARTAGE_CATEGORIES_PATH, DESTINATIONS_PATH } from '#contract/reference/cartages.ts'
import { constants } from '#contract/reference/constants.ts'
import { DELIVERY_PATH } from '#contract/reference/delivery/delivery.ts'
import { ORIGINS_PATH } from '#contract/reference/depots.ts'
import { FREIGHT_VALUES_PATH, freight } from '#contract/reference/freight.ts'
import { locations } from '#contract/reference/locations.ts'
import { type Call, importCalls, own, resourceCalls, specified, twice } from './call.ts'
import { ATTENTION_CALLS } from './calls/attention-calls.ts'
import { CARRIER_EVENT_CALLS } from './calls/carrier-event-calls.ts'
import { DRAFT_CALLS } from './calls/draft-calls.ts'
import { EVENT_CALLS } from './calls/event-calls.ts'
import { EXPORT_CALLS } from './calls/export-calls.ts'
import { FREE_TIME_CALLS } from './calls/free-time-calls.ts'
import { IMPORT_CALLS } from './calls/import-calls.ts'
import { INTEGRATION_CALLS } from './calls/integration-calls.ts'
import { LIVE_CALLS } from './calls/live-calls.ts'
import { MAIL_IN_CALLS } from './calls/mail-in-calls.ts'
import { NOTE_CALLS } from './calls/note-calls.ts'
import { OFFER_CALLS } from './calls/offer-calls.ts'
import { PAPER_CALLS } from './calls/paper-calls.ts'
import { RATE_CALLS } from './calls/rate-calls.ts'
import { REPORT_CALLS } from './calls/report-calls.ts'
import { RUN_CALLS } from './calls/run-calls.ts'
import { SAILING_CALLS } from './calls/sailing-calls.ts'
import { SEARCH_CALLS } from './calls/search-calls.ts'
import { SESSION_CALLS } from './calls/session-calls.ts'
import { TRACKING_CALLS } from './calls/tracking-calls.ts'
import { VIEW_CALLS } from './calls/view-calls.ts'
import { RESOURCES, schemaNames } from './resources.ts'

const system: Record<string, Call> = {
  'PUT admin/settings/column/orders': specified('saveColumnSettings', 'Choose the columns of your orders list'),
  'GET health': own('getHealth', 'Check that the server is alive'),
  'GET ready': own('getReadiness', 'Check that the server can take calls'),
  'GET settings': own('getSettings', 'Read the settings that pages need'),
  'GET admin/setup': own('getSetup', 'Read the checklist of a new installation'),
  'GET admin/settings': own('getStaffSettings', 'Read the settings that administrators change while the product runs'),
  'PUT admin/settings': own(
    'saveStaffSettings',
    'Change settings',
    'Omitted ones stay unchanged; unknown ones are refused.',
  ),
  'GET admin/company': own('getCompany', 'Read what documents say about the forwarder'),
  'PUT admin/company': own(
    'saveCompany',
    'Change what documents say about the forwarder',
    'Omitted fields stay unchanged. Documents that were made stay as they are.',
  ),
  'POST admin/setup/dismiss': own('dismissSetup', 'Dismiss the setup checklist for everyone'),
}

const orders: Record<string, Call> = {
  'GET request/booking/get_all': specified(
    'listOrders',
    'List orders',
    'Search by tracking code, its start, its last four digits, or an id. Filters, codes, ids and the search must all be met.',
  ),
  'GET request/booking/search': specified(
    'searchOrders',
    'Find orders by tracking code',
    'Without a token: the public view of the order with exactly this code. As staff: a page of the orders list; the start of a code is enough.',
  ),
  'GET request/booking/get/{id}': specified('getOrder', 'Read an order'),
  'GET request/booking/get/user/{id}': specified(
    'listOrdersOfClient',
    'List the orders of a client',
    'With page or per_page it returns a page. Without them it returns an array of at most 1000, newest first; X-Total-Count is the total number.',
  ),
  'PUT request/booking/edit/{id}': specified(
    'editOrder',
    'Edit an order',
    'The whole order or any of its fields. Omitted fields stay unchanged; unknown and read-only ones are ignored.',
  ),
  'PUT request/booking/{id}/confirmation/edit': specified(
    'editConfirmation',
    'Edit the booking confirmation of an order',
  ),
  'POST request/booking/{id}/confirmation/edit': specified(
    'postConfirmation',
    'Edit the booking confirmation of an order',
    'The same as PUT.',
  ),
  'PUT request/booking/{id}/in-charge': own(
    'putInCharge',
    'Put a member of staff in charge of an order, or nobody',
    'The version of the order stays the same.',
  ),
  'GET staff/get_all': own('listStaff', 'List the members of staff who can look after orders'),
  'GET request/booking/resend/{id}': specified(
    'resendRequestByGet',
    'Send the booking request to the customer again',
    'The same as POST.',
  ),
  'POST request/booking/resend/{id}': specified(
    'resendRequest',
    'Send the booking request to the customer again',
    'Sends at most one mail per order in 60 seconds; sentAt tells when.',
  ),
  'POST request/booking': specified(
    'bookOrder',
    'Book an LCL order for a client',
    'The server calculates the price itself and stores both.',
  ),
  'POST request/quote': specified('requestQuote', 'Send an FCL quote request for a client'),
  'POST calculator/pick-up_from_supplier': specified(
    'quotePickUp',
    'Price a shipment that is picked up from the supplier',
  ),
  'POST calculator/drop-off_by_supplier': specified('quoteDropOff', 'Price a shipment that the supplier drops off'),
  'POST calculator/supplier_is_responsible_for_all_origin_fees': specified('quoteFob', 'Price an FOB shipment'),
}

const clients: Record<string, Call> = {
  'GET admin/user': specified('listClients', 'List clients'),
  'GET user/{id}': specified('getClient', 'Read a client or another account'),
  'POST registration': specified('registerClient', 'Register a client'),
  'PUT user/{id}': specified('editClient', 'Edit a client'),
  'POST admin/user/change/password/{id}': specified('changeClientPassword', 'Set a new password for a client'),
  'DELETE admin/user/{id}': specified('deleteClient', 'Delete a client with its booking requests'),
  'GET admin/user/deleted': own('listDeletedClients', 'List clients that can be restored'),
  'POST admin/user/{id}/restore': own('restoreClient', 'Restore a deleted client with its booking requests'),
  'GET admin/user/{id}/export': own(
    'exportClient',
    'Export all that is stored about a client',
    'A ZIP archive with JSON, mails and documents; README.txt in it describes the rest. For administrators.',
  ),
  'GET admin/user/{id}/erase': own('countStoredOfClient', 'Count what erasing a client would remove'),
  'POST admin/user/{id}/erase': own(
    'eraseClient',
    'Erase a client at once',
    'Removes the client, deleted before or not, with all that is stored about it, for good. For administrators.',
  ),
  'GET user/get/{id}': specified(
    'impersonateClient',
    'View the customer site as a client',
    'Returns a token that is valid for one hour; the audit trail records who requested it.',
  ),
  'GET admin/user/{id}/impersonations': own('listImpersonations', 'List who viewed the customer site as this client'),
  'DELETE admin/user/{id}/impersonations/{sessionId}': own(
    'endImpersonation',
    "End a staff member's view of the customer site",
  ),
  'GET user/{id}/shipper_information/get_all': specified('listShippers', 'List the saved shippers of a client'),
  'POST user/{id}/shipper_information': specified('addShipper', 'Save a shipper for a client'),
  'PUT user/{id}/shipper_information/edit/{companyId}': specified('editShipper', 'Edit a saved shipper'),
}

const content: Record<string, Call> = {
  'GET article/position': specified('getArticlePositions', 'Read the slots of the main view'),
  'POST article/position': specified('saveArticlePositions', 'Save the slots of the main view'),
  'POST images/upload': specified('uploadImage', 'Upload an image for articles and mails'),
  'GET images/editor_list': specified('listEditorImages', 'List the images that the editor offers'),
  'GET template/email/{templateId}/preview/{orderId}': specified(
    'previewMail',
    'Preview a mail template with an order',
    'data is HTML.',
  ),
  'POST template/email/{templateId}/preview/{orderId}': own(
    'previewEventMail',
    'Preview the mail that setting an event would send',
    'Sends nothing.',
  ),
  'POST template/email/live_preview': specified(
    'previewDraft',
    'Preview a mail or block that is being written',
    'If only content is sent, data is the HTML; otherwise it has subject, html, text and conditions.',
  ),
  'POST template/email/test': own('sendTestMail', 'Send a draft to yourself'),
  'GET admin/mail': own('listMails', 'List the mails in the mail log'),
  'GET admin/mail/{id}': own('getMail', 'Read a mail as it was sent'),
  'POST admin/mail/{id}/retry': own('retryMail', 'Send a failed mail again'),
  'POST admin/mail/{id}/cancel': own(
    'cancelMail',
    'Cancel a mail that is held or queued',
    '409 once any of its deliveries has been handed to the mail server.',
  ),
  'POST admin/mail/retry': own('retryFailedMails', 'Send all failed mails again'),
}

/** The calls of a short list: its path and `get_all`. */
const lookup = (path: string, id: string, summary: string) =>
  twice(`GET ${path}`, `GET ${path}/get_all`, specified(id, summary))

const lookups: Record<string, Call> = {
  ...lookup(CARTAGE_CATEGORIES_PATH, 'listCartageCategoriesOfAdmin', 'List cartage categories with their cartages'),
  ...lookup(
    CARTAGE_CATEGORIES_PATH.replace('admin/', ''),
    'listCartageCategories',
    'List cartage categories with their cartages',
  ),
  ...lookup(ORIGINS_PATH, 'listOrigins', 'List kinds of origin with their visible depots'),
  ...lookup(DESTINATIONS_PATH, 'listDestinations', 'List the destinations of cartages and freight'),
  [`GET ${FREIGHT_VALUES_PATH}`]: own('listFreightValues', 'List the tiers and destinations that have rates'),
  [`POST ${constants.path}/{id}/sample_quotes`]: own(
    'tryConstant',
    'Price sample shipments with another value of a constant',
    'Saves nothing.',
  ),
  [`GET ${DELIVERY_PATH}`]: specified('getDeliveryTimes', 'Read the grid of delivery times'),
  [`PUT ${DELIVERY_PATH}`]: specified(
    'replaceDeliveryTimes',
    'Replace the whole grid of delivery times',
    'Cells that are missing or 0 have no entry.',
  ),
  [`POST ${DELIVERY_PATH}`]: specified(
    'postDeliveryTimes',
    'Replace the whole grid of delivery times',
    'The same as PUT.',
  ),
  [`PATCH ${DELIVERY_PATH}`]: own(
    'changeDeliveryTimes',
    'Change some delivery times',
    'Changes only the cells that are sent; 0 removes an entry.',
  ),
  [`GET ${DELIVERY_PATH}/export`]: own('exportDeliveryTimes', 'Download the grid of delivery times'),
  ...importCalls(DELIVERY_PATH, 'DeliveryTimes', 'delivery times'),
  ...importCalls(freight.path, 'Freight', 'freight rates'),
  ...importCalls(`${rateSets.path}/{id}`, 'RateSetFreight', 'freight rates for a rate set'),
  ...importCalls(locations.path, 'Locations', 'pick-up locations'),
  [`PUT ${locations.path}/{id}/edit`]: specified('editLocationByIdEdit', 'Edit a pick-up location'),
  [`POST ${locations.path}/{id}/edit`]: specified('postLocation', 'Edit a pick-up location', 'The same as PUT.'),
}

const audit: Record<string, Call> = {
  'GET admin/audit': own(
    'listAuditEntries',
    'List the audit trail',
    'The search finds orders by id, tracking code or its start, people by name, company and email, and other records by name: entries about them, and those of the people.',
  ),
  'GET admin/audit/filters': own('getAuditFilters', 'Read the choices for filtering the audit trail'),
  'GET admin/history/{of}/{id}': own(
    'listHistory',
    'List the changes of a record',
    'The search looks in what was done, by whom, and in the fields before and after.',
  ),
}

/** Every call by method and path below /api/. A test compares them with the routes, in both directions. */
export const CALLS: Record<string, Call> = {
  ...SESSION_CALLS,
  ...system,
  ...orders,
  ...EVENT_CALLS,
  ...clients,
  ...content,
  ...lookups,
  ...SAILING_CALLS,
  ...ATTENTION_CALLS,
  ...DRAFT_CALLS,
  ...EXPORT_CALLS,
  ...IMPORT_CALLS,
  ...RUN_CALLS,
  ...INTEGRATION_CALLS,
  ...SIGN_IN_CALLS,
  ...LIVE_CALLS,
  ...PAPER_CALLS,
  ...FREE_TIME_CALLS,
  ...TRACKING_CALLS,
  ...NOTE_CALLS,
  ...SEARCH_CALLS,
  ...RATE_CALLS,
  ...OFFER_CALLS,
  ...MAIL_IN_CALLS,
  ...CARRIER_EVENT_CALLS,
  ...REPORT_CALLS,
  ...VIEW_CALLS,
  ...audit,
  ...Object.assign({}, ...RESOURCES.map((each) => resourceCalls(each.path, ...schemaNames(each)))),
}
