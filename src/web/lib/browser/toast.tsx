import { Button, CloseButton, CopyButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ApiError, messageOf, needsAnswer } from '#web/lib/api/api-error.ts'
import { createStore, useStore } from './store.ts'
import classes from './toast.module.css'

const SHOWN_MS = 5000
const MOST = 4

interface Toast {
  id: number
  kind: 'success' | 'error'
  title: string
  message: string
  requestId: string | null
  action: ToastAction | null
}

/** What a toast offers to do: 'Retry', 'Undo'. */
interface ToastAction {
  label: string
  run: () => void
}

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toasts.set([...toasts.get().slice(1 - MOST), { ...toast, id: lastId }])
}
const hide = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Says for 5 s that something was done, and may offer to undo it. */
export function showSuccess(message: string, action: ToastAction | null = null): void {
  show({ kind: 'success', title: message, message: '', requestId: null, action })
}

/** The toast titled 'Error': a message, the request id to copy, and Retry (`retry`) where trying again may help. */
export function showError(error: unknown, retry: (() => void) | null = null): void {
  // A 401 has its own way (login), a stopped call is no failure.
  if (error instanceof ApiError && error.code === 401) return
  if (error instanceof DOMException && error.name === 'AbortError') return
  const message = typeof error === 'string' ? error : messageOf(error)
  const requestId = error instanceof ApiError && error.code >= 500 ? error.requestId : null
  const action = retry && needsAnswer(error) ? { label: 'Retry', run: retry } : null
  show({ kind: 'error', title: 'Error', message, requestId, action })
}

/** Takes away what the attempt before was told. */
export const hideErrors = () => toasts.set(toasts.get().filter(({ kind }) => kind !== 'error'))

/** Where toasts show: once, in the app. */
export function Toasts() {
  const all = useStore(toasts)
  const of = (kind: Toast['kind']) => all.filter((toast) => toast.kind === kind)
  return (
    <div className={classes.stack}>
      <div role="alert" aria-label="Errors" aria-live="assertive">
        {of('error').map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status" aria-label="Messages" aria-live="polite">
        {of('success').map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(0)
  const still = useReducedMotion()
  useEffect(() => {
    if (held > 0) return
    const timer = window.setTimeout(() => hide(toast.id), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [held, toast.id])
  const hold = () => setHeld((times) => times + 1)
  const release = () => setHeld((times) => Math.max(0, times - 1))
  const Icon = toast.kind === 'error' ? IconAlertCircle : IconCircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only hold the toast, nothing is done by it
    <div
      className={classes.toast}
      data-kind={toast.kind}
      data-still={still || undefined}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon className={classes.icon} size={18} aria-hidden />
      <div className={classes.text}>
        <div className={classes.title}>{toast.title}</div>
        {toast.message && <div>{toast.message}</div>}
        <ToastActions toast={toast} />
      </div>
      <CloseButton size="sm" aria-label="Close" onClick={() => hide(toast.id)} />
    </div>
  )
}

function ToastActions({ toast }: { toast: Toast }) {
  const { requestId, action } = toast
  if (!requestId && !action) return null
  const again = () => {
    hide(toast.id)
    action?.run()
  }
  return (
    <div className={classes.actions}>
      {action && (
        <Button size="compact-xs" variant="default" onClick={again}>
          {action.label}
        </Button>
      )}
      {requestId && (
        <CopyButton value={requestId}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={copy} title={requestId}>
              {copied ? 'Copied' : 'Copy request id'}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  )
}
