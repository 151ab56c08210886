import type { AuditEntry } from '#contract/audit/audit.ts'

const VERBS: Record<string, string> = {
  create: 'added',
  update: 'changed',
  remove: 'deleted',
  restore: 'restored',
  purge: 'permanently deleted',
  resend: 'request info resent',
  'set-event': 'next event set',
  upload: 'uploaded',
  'add-documents': 'documents added',
  password: 'password changed',
  impersonate: 'viewed as',
  'impersonate-end': 'view ended',
  position: 'main view saved',
  columns: 'column settings saved',
  retry: 'sent again',
  test: 'test sent',
  login: 'logged in',
  'login-failed': 'login failed',
  logout: 'logged out',
  'reset-asked': 'reset link requested',
  'password-reset': 'password reset',
  disable: 'disabled',
  enable: 'enabled',
  add: 'added',
  role: 'role changed',
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** 'companyNameShipper' and 'html-block' as words. */
const words = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()

/** 'Mail template changed' for 'mail-template.update'. */
export function actionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return capital(`${noun === 'session' ? '' : `${words(noun)} `}${VERBS[verb] ?? words(verb)}`.trim())
}

/** 'Mail templates' for 'mailTemplates'. */
export const entityLabel = (entity: string) => capital(words(entity))
export const fieldLabel = (field: string) => capital(words(field))

/** A value as text; '' when there is none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The changed fields of an entry, before and after; null for a side that does not exist. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map((field) => ({
    field: fieldLabel(field),
    before: before && valueText(before[field]),
    after: after && valueText(after[field]),
  }))
}

/** The screen of an entry's record; null when it has none. */
export function recordPath({ entity, entityId }: Pick<AuditEntry, 'entity' | 'entityId'>): string | null {
  const screens: Record<string, string> = {
    orders: '/orders/',
    confirmations: '/orders/',
    clients: '/clients/',
    mailTemplates: '/edit-mail/',
    htmlBlocks: '/edit-html-block/',
    articles: '/edit-article/',
  }
  const screen = screens[entity]
  return screen && entityId ? `${screen}${entityId}` : null
}
