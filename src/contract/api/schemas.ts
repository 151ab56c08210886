import type { z } from 'zod'
import { preferences, preferencesInput } from '#contract/accounts/preferences.ts'
import {
  attentionCounts,
  attentionItem,
  attentionPage,
  attentionReply,
  itemsInput,
  snoozeInput,
  snoozeItemsInput,
  waiveInput,
  waiveItemsInput,
} from '#contract/attention/attention.ts'
import { attentionRule, attentionRuleInput } from '#contract/attention/attention-rules.ts'
import { charts, figurePage, figureRow, figures } from '#contract/attention/figures.ts'
import { handOver, handOverInput, handOvers } from '#contract/attention/hand-over.ts'
import { articleListItem, articlePositions, articlePositionsInput } from '#contract/blog/articles.ts'
import { editorImage } from '#contract/blog/images.ts'
import {
  client,
  clientDeleted,
  clientErased,
  clientPatch,
  clientStored,
  deletedClient,
  impersonation,
  impersonationEntry,
  newPasswordInput,
  registrationInput,
} from '#contract/clients/clients.ts'
import { shipper, shipperInput } from '#contract/clients/shippers.ts'
import { pathId } from '#contract/lib/fields.ts'
import { image } from '#contract/lib/images.ts'
import { namedRecord, recordUses } from '#contract/lib/resource.ts'
import { presenceInput } from '#contract/live/live.ts'
import {
  madeDocument,
  madeVersion,
  makeContainerDocumentInput,
  makeOrderDocumentInput,
  missingField,
} from '#contract/made-documents/made-documents.ts'
import { mail, mailDelivery, mailWithText, retriedMails, retryFailedInput } from '#contract/mail/mails.ts'
import { note, noteInput, notePage, notePatch } from '#contract/notes/notes.ts'
import {
  notification,
  notificationCounts,
  notificationPage,
  readInput,
  readReply,
} from '#contract/notes/notifications.ts'
import { bookingInput, quoteRequestInput } from '#contract/orders/bookings.ts'
import { bookingConfirmation, confirmationInput } from '#contract/orders/confirmation.ts'
import { exportedOrders } from '#contract/orders/list/order-selection.ts'
import { orderListRow, quoteListItem } from '#contract/orders/order-list.ts'
import {
  document,
  documentExchange,
  eventEntry,
  order,
  publicTracking,
  resendReply,
  undoneEvent,
} from '#contract/orders/orders.ts'
import {
  addDocumentsInput,
  correctEntryInput,
  eventPreview,
  eventPreviewInput,
  setEventInput,
  withdrawEntryInput,
} from '#contract/orders/set-event.ts'
import { depotQuoteInput, pickUpQuoteInput, quote, quoteLine } from '#contract/quotes/quotes.ts'
import { cartageCategory, destination } from '#contract/reference/cartages.ts'
import { constantTrial } from '#contract/reference/constants.ts'
import { deliveryCell, deliveryDays, deliveryGrid, deliveryInput } from '#contract/reference/delivery/delivery.ts'
import { origin } from '#contract/reference/depots.ts'
import { freightValues } from '#contract/reference/freight.ts'
import { reportItem } from '#contract/reports/behind.ts'
import {
  milestonesReport,
  onTimeReport,
  quotesReport,
  volumeReport,
  workloadReport,
} from '#contract/reports/reports.ts'
import { run, runItem, runWithMails } from '#contract/runs/runs.ts'
import { orderSelection, retryRunInput, runPreview, runPreviewInput, startRunInput } from '#contract/runs/start-run.ts'
import {
  codesInput,
  codesReply,
  foundGroup,
  foundItem,
  recent,
  recentInput,
  searchReply,
} from '#contract/search/search.ts'
import { company, companyInput } from '#contract/system/company.ts'
import { publicSettings } from '#contract/system/settings.ts'
import { setup } from '#contract/system/setup.ts'
import { staffSettings, staffSettingsInput } from '#contract/system/staff-settings.ts'
import { livePreviewInput, renderedPreview, templateListItem, testMailReply } from '#contract/templates/templates.ts'
import { view, viewDefinition, viewPage } from '#contract/views/view.ts'
import { lastViewInput, viewDefinitionInput, viewInput, viewPatch, viewPrefsInput } from '#contract/views/views.ts'
import { ADMIN_SCHEMAS } from './admin-schemas.ts'
import { CARRIER_EVENT_SCHEMAS } from './carrier-event-schemas.ts'
import { FREE_TIME_SCHEMAS } from './free-time-schemas.ts'
import { IMPORT_SCHEMAS } from './import-schemas.ts'
import { MAIL_IN_SCHEMAS } from './mail-in-schemas.ts'
import { PAPER_SCHEMAS } from './paper-schemas.ts'
import { RESOURCES, schemaNames } from './resources.ts'
import { SAILING_SCHEMAS } from './sailing-schemas.ts'
import { SESSION_SCHEMAS } from './session-schemas.ts'
import { SIGN_IN_SCHEMAS } from './sign-in-schemas.ts'

const ofResources = Object.fromEntries(
  RESOURCES.flatMap((resource) => {
    const [one] = schemaNames(resource)
    return [
      [one, resource.row],
      [`${one}Input`, resource.input],
    ]
  }),
)

/** Schemas by their names in the API's document; a generated client has types of these names. */
export const SCHEMAS: Record<string, z.ZodType> = {
  ...ofResources,
  Id: pathId,
  NamedRecord: namedRecord,
  RecordUses: recordUses,
  ...SESSION_SCHEMAS,
  ...SIGN_IN_SCHEMAS,
  Settings: publicSettings,
  Setup: setup,
  Order: order,
  OrderListItem: orderListRow,
  ClientOrder: quoteListItem,
  PublicTracking: publicTracking,
  BookingInput: bookingInput,
  QuoteRequestInput: quoteRequestInput,
  BookingConfirmation: bookingConfirmation,
  BookingConfirmationInput: confirmationInput,
  ResendReply: resendReply,
  ...PAPER_SCHEMAS,
  ...FREE_TIME_SCHEMAS,
  ...SAILING_SCHEMAS,
  ...ADMIN_SCHEMAS,
  ...MAIL_IN_SCHEMAS,
  ...CARRIER_EVENT_SCHEMAS,
  Note: note,
  NotePage: notePage,
  NoteInput: noteInput,
  NoteChangeInput: notePatch,
  Notification: notification,
  NotificationPage: notificationPage,
  NotificationCounts: notificationCounts,
  PresenceInput: presenceInput,
  ReadNotificationsInput: readInput,
  ReadNotifications: readReply,
  HandOver: handOver,
  HandOverInput: handOverInput,
  HandOvers: handOvers,
  Preferences: preferences,
  PreferencesInput: preferencesInput,
  Document: document,
  DocumentExchange: documentExchange,
  AddDocumentsInput: addDocumentsInput,
  MadeDocument: madeDocument,
  MadeVersion: madeVersion,
  MissingField: missingField,
  MakeDocumentInput: makeOrderDocumentInput,
  MakeManifestInput: makeContainerDocumentInput,
  EventEntry: eventEntry,
  SetEventInput: setEventInput,
  CorrectEventInput: correctEntryInput,
  WithdrawEventInput: withdrawEntryInput,
  UndoneEvent: undoneEvent,
  EventPreview: eventPreview,
  EventPreviewInput: eventPreviewInput,
  Quote: quote,
  QuoteLine: quoteLine,
  PickUpQuoteInput: pickUpQuoteInput,
  DepotQuoteInput: depotQuoteInput,
  Client: client,
  RegistrationInput: registrationInput,
  ClientPatch: clientPatch,
  NewPasswordInput: newPasswordInput,
  ClientDeleted: clientDeleted,
  ClientStored: clientStored,
  ClientErased: clientErased,
  DeletedClient: deletedClient,
  Impersonation: impersonation,
  ImpersonationEntry: impersonationEntry,
  Shipper: shipper,
  ShipperInput: shipperInput,
  CartageCategory: cartageCategory,
  Destination: destination,
  Origin: origin,
  FreightValues: freightValues,
  ConstantTrial: constantTrial,
  DeliveryGrid: deliveryGrid,
  DeliveryDays: deliveryDays,
  DeliveryCell: deliveryCell,
  DeliveryInput: deliveryInput,
  ...IMPORT_SCHEMAS,
  MailTemplateListItem: templateListItem,
  PreviewInput: livePreviewInput,
  Preview: renderedPreview,
  TestMailReply: testMailReply,
  Mail: mail,
  MailWithText: mailWithText,
  MailDelivery: mailDelivery,
  RetryFailedInput: retryFailedInput,
  RetriedMails: retriedMails,
  Run: run,
  RunItem: runItem,
  RunWithMails: runWithMails,
  OrderSelection: orderSelection,
  ExportedOrders: exportedOrders,
  RetryRunInput: retryRunInput,
  RunPreviewInput: runPreviewInput,
  RunPreview: runPreview,
  StartRunInput: startRunInput,
  AttentionItem: attentionItem,
  AttentionPage: attentionPage,
  AttentionCounts: attentionCounts,
  AttentionReply: attentionReply,
  Figures: figures,
  FigureRow: figureRow,
  FigurePage: figurePage,
  Charts: charts,
  AttentionRule: attentionRule,
  AttentionRuleInput: attentionRuleInput,
  AttentionItemsInput: itemsInput,
  SnoozeInput: snoozeInput,
  SnoozeItemsInput: snoozeItemsInput,
  WaiveInput: waiveInput,
  WaiveItemsInput: waiveItemsInput,
  ReportItem: reportItem,
  VolumeReport: volumeReport,
  QuotesReport: quotesReport,
  OnTimeReport: onTimeReport,
  MilestonesReport: milestonesReport,
  WorkloadReport: workloadReport,
  View: view,
  ViewPage: viewPage,
  ViewInput: viewInput,
  ViewChangeInput: viewPatch,
  ViewDefinition: viewDefinition,
  ViewDefinitionInput: viewDefinitionInput,
  ViewPrefsInput: viewPrefsInput,
  LastViewInput: lastViewInput,
  Company: company,
  CompanyInput: companyInput,
  StaffSettings: staffSettings,
  StaffSettingsInput: staffSettingsInput,
  ArticleListItem: articleListItem,
  ArticlePositions: articlePositions,
  ArticleSlotsInput: articlePositionsInput,
  SearchReply: searchReply,
  FoundGroup: foundGroup,
  FoundItem: foundItem,
  CodesInput: codesInput,
  CodesReply: codesReply,
  Recent: recent,
  RecentInput: recentInput,
  Image: image,
  EditorImage: editorImage,
}
