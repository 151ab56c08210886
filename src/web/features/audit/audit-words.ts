import type { AuditEntry } from '#contract/audit/audit.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { differingHtml } from '#web/lib/saving/differing-text.ts'

const VERBS: Record<string, string> = {
  create: 'added',
  update: 'changed',
  remove: 'deleted',
  restore: 'restored',
  purge: 'permanently deleted',
  upload: 'uploaded',
  password: 'password changed',
}

/** Actions that noun and verb alone would not describe well. */
const ACTIONS: Record<string, string> = {
  'order.import': 'Order imported',
  'order.undo-import': 'Import of the order undone',
  'client.import': 'Client imported',
  'client.undo-import': 'Import of the client undone',
  'order.set-event': 'Next event set',
  'order.undo-event': 'Event undone',
  'order.correct-event': 'Event corrected',
  'order.withdraw-event': 'Event withdrawn',
  'order.add-documents': 'Documents added',
  'document.make': 'Document made',
  'offer.send': 'Offer sent',
  'offer.follow-up': 'Offer followed up',
  'offer.withdraw': 'Offer withdrawn',
  'offer.accept': 'Offer accepted',
  'offer.decline': 'Offer declined',
  'offer.book': 'Offer booked',
  'offer.close-questions': 'Questions dealt with',
  'offer.undo-send': 'Sending of the offer undone',
  'offer.undo-follow-up': 'Follow-up of the offer undone',
  'offer.undo-withdraw': 'Withdrawal of the offer undone',
  'api-key.tool': 'Tool used by an assistant',
  'company.update': 'Company changed',
  'order.resend': 'Request info resent',
  'order.in-charge': 'Person in charge changed',
  'order.note': 'Note added',
  'order.note-edit': 'Note changed',
  'order.note-remove': 'Note removed',
  'order.paper': 'Paper changed',
  'order.paper-add': 'Paper added',
  'order.paper-received': 'Paper received from the client',
  'order.ask-papers': 'Client asked for papers',
  'order.ask-supplier': 'Supplier asked for the cargo',
  'order.send-arrival-notice': 'Arrival notice mailed',
  'order.renew-link': 'New upload link asked for by the client',
  'order.revoke-link': 'Upload link revoked',
  'order.revoke-tracking-link': 'Tracking link revoked',
  'order.renew-tracking-link': 'New tracking link asked for',
  'document requirement.apply': 'Document requirement applied to open orders',
  'order.load': 'Loaded on a sailing',
  'order.move': 'Moved to another container',
  'order.unload': 'Taken off a sailing',
  'order.roll': 'Rolled to another sailing',
  'order.receive': 'Cargo receipt changed',
  'sailing.load': 'Orders loaded',
  'sailing.move': 'Orders moved to another container',
  'sailing.unload': 'Orders taken off',
  'sailing.roll': 'Orders rolled',
  'sailing.receive': 'Cargo receipts changed',
  'client.export': 'All data of the client exported',
  'client.erase': 'Client erased on request',
  'client.impersonate': 'Customer site viewed as client',
  'client.impersonate-end': 'View as client ended',
  'article.position': 'Main view saved',
  'confirmation.update': 'Booking Confirmation changed',
  'confirmation.remove': 'Booking Confirmation taken back',
  'run.start': 'Work on many orders started',
  'run.stop': 'Work on many orders stopped',
  'run.retry': 'Failed orders tried again',
  'run.undo': 'Work on many orders undone',
  'delivery.update': 'Delivery times changed',
  'rate set.changes': 'Rates of the set changed',
  'rate set.schedule': 'Rate set scheduled',
  'rate set.apply': 'Rate set applied',
  'rate set.refuse': 'Rate set refused at its time',
  'rate set.cancel': 'Rate set cancelled',
  'rate set.undo': 'Rate set undone',
  'mail.retry': 'Mail sent again',
  'mail.cancel': 'Mail cancelled',
  'mail-template.test': 'Test mail sent',
  'view.prefs': 'Pin or start view changed',
  'user.columns': 'Column settings saved',
  'user.hand-over': 'Queue handed over',
  'user.hand-back': 'Queue taken back',
  'user.second-factor-start': 'Set-up of a second factor started',
  'user.second-factor-on': 'Second factor set up',
  'user.second-factor-off': 'Second factor removed',
  'user.recovery-codes': 'New recovery codes made',
  'user.preferences': 'Account preferences saved',
  'session.login': 'Logged in',
  'session.login-failed': 'Login failed',
  'session.logout': 'Logged out',
  'session.password': 'Password changed',
  'session.code-failed': 'Wrong code of the second factor',
  'session.step-up': 'Confirmed that it is them',
  'session.step-up-failed': 'Confirmation failed',
  'session.end': 'Session ended',
  'session.end-others': 'Logged out everywhere else',
  'session.reset-asked': 'Password reset link requested',
  'session.password-reset': 'Password reset',
  'session.passkey-add': 'Passkey added',
  'session.passkey-rename': 'Passkey renamed',
  'session.passkey-remove': 'Passkey removed',
  'session.passkeys-remove': 'Passkeys removed with the password',
  'session.oidc-link': 'Linked to the identity provider',
  'setup.dismiss': 'Setup checklist dismissed',
  'staff.first': 'First administrator created',
  'staff.first-refused': 'First administrator: wrong code',
  'staff.add': 'Staff account added',
  'staff.disable': 'Staff account disabled',
  'staff.enable': 'Staff account enabled',
  'staff.remove-second-factor': 'Second factor removed at the command line',
  'staff.session-end': 'Session ended by an administrator',
  'staff.sessions-end': 'All sessions ended by an administrator',
  'staff.remove': 'Staff account removed',
  'staff.role': 'Staff role changed',
  'staff.remove-passkeys': 'Passkeys removed by command',
  'staff.unlink-oidc': 'Unlinked from the identity provider by command',
  'staff.sign-in-setting': 'Password sign-in switched by command',
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Splits a name into words: 'companyNameShipper', 'html-block'. */
export const words = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()

/** An action in words: 'Mail template changed' for 'mail-template.update'. */
export function actionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return ACTIONS[action] ?? capital(`${words(noun)} ${VERBS[verb] ?? words(verb)}`.trim())
}

/** The changed fields in one line: the first few, and how many more. */
export function fieldsLine(changes: AuditEntry['changes']): string {
  const labels = changes.slice(0, NAMED).map(({ label }) => label)
  const more = changes.length - labels.length
  return labels.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
const NAMED = 5

/** Both values of a change as shown, null for a missing side; of long rich texts, the part that differs. */
export function sidesOf({ before, after, html }: AuditEntry['changes'][number]) {
  const side = (value: string | null, other: string | null) =>
    value && html ? differingHtml(value, other ?? '') : value === null ? null : value || EMPTY
  return { before: side(before, after), after: side(after, before) }
}

/** The screen of an entry's record; null without one. */
export function recordPath({ entity, entityId }: Pick<AuditEntry, 'entity' | 'entityId'>): string | null {
  const screens: Record<string, string> = {
    orders: '/orders/',
    confirmations: '/orders/',
    clients: '/clients/',
    impersonations: '/clients/',
    mailTemplates: '/edit-mail/',
    htmlBlocks: '/edit-html-block/',
    articles: '/edit-article/',
    sailings: '/sailings/',
    rateSets: '/freight?set=',
  }
  const screen = screens[entity]
  return screen && entityId ? `${screen}${entityId}` : null
}
