import { Anchor, Button, CloseButton, CopyButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { hideToast, type Toast, type ToastLink, toasts } from '#web/lib/feedback/toast.ts'
import classes from './toasts.module.css'

const SHOWN_MS = 5000

/** Shows all toasts, each for 5 s unless hovered or focused. Mounted once, in the app. */
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
    const timer = window.setTimeout(() => hideToast(toast.id), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [held, toast.id])
  const hold = () => setHeld((times) => times + 1)
  const release = () => setHeld((times) => Math.max(0, times - 1))
  const Icon = toast.kind === 'error' ? IconAlertCircle : IconCircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only keep the toast open
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
        {toast.link && <RecordLink link={toast.link} />}
        <ToastActions toast={toast} />
      </div>
      <CloseButton size="sm" aria-label="Close" onClick={() => hideToast(toast.id)} />
    </div>
  )
}

function RecordLink({ link: { label, href } }: { link: ToastLink }) {
  const router = useRouter()
  return (
    <Anchor
      inherit
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate({ href })
      }}
    >
      {label}
    </Anchor>
  )
}

function ToastActions({ toast }: { toast: Toast }) {
  const { requestId, action } = toast
  if (!requestId && !action) return null
  const again = () => {
    hideToast(toast.id)
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
