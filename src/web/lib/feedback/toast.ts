import { ApiError, isOwnChoice, messageOf, needsAnswer } from '#web/lib/api/api-error.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** The most toasts at a time; the oldest makes room. */
const MOST = 4

/** A message that shows for a few seconds. */
export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  title: string
  message: string
  requestId: string | null
  actions: readonly ToastAction[]
  link: ToastLink | null
}

/** A button in a toast: 'Retry', 'Undo'. */
export interface ToastAction {
  label: string
  run: () => void
  /** A single key for the action while the toast shows. */
  shortcut?: string
  /** Milliseconds for which the action is possible: the toast stays at least as long. */
  lasts?: number
  /** The event that ends the time for the action, with a countdown beside it: 'Mail leaves'. */
  until?: string
}

/** A link to the record that a toast is about. */
export interface ToastLink {
  label: string
  /** An address inside the app. */
  href: string
}

/** The toasts on screen, oldest first. */
export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toasts.set([...toasts.get().slice(1 - MOST), { ...toast, id: lastId }])
}

/** Closes one toast. */
export const hideToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Confirms a success; actions may undo it or go on. */
export function showSuccess(message: string, ...actions: readonly ToastAction[]): void {
  show({ kind: 'success', title: message, message: '', requestId: null, actions, link: null })
}

/** Says what is neither a success nor an error. */
export function showInfo(message: string): void {
  show({ kind: 'info', title: message, message: '', requestId: null, actions: [], link: null })
}

/** Confirms that a record was added, and leads to it. */
export function showAdded(message: string, link: ToastLink): void {
  show({ kind: 'success', title: message, message: '', requestId: null, actions: [], link })
}

/** Shows the toast titled 'Error': message, request id to copy, and Retry (`retry`) where it may help. */
export function showError(error: unknown, retry: (() => void) | null = null): void {
  // A 401 leads to the login.
  if (isOwnChoice(error) || (error instanceof ApiError && error.code === 401)) return
  const message = typeof error === 'string' ? error : messageOf(error)
  const requestId = error instanceof ApiError && error.code >= 500 ? error.requestId : null
  const actions = retry && needsAnswer(error) ? [{ label: 'Retry', run: retry }] : []
  show({ kind: 'error', title: 'Error', message, requestId, actions, link: null })
}

/** Closes the errors of an earlier attempt. */
export const hideErrors = () => toasts.set(toasts.get().filter(({ kind }) => kind !== 'error'))
