import { Anchor, Button, CloseButton, CopyButton, VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useShortcutSwitch, useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { hideToast, type Toast, type ToastAction, type ToastLink, toasts } from '#web/lib/feedback/toast.ts'
import classes from './toasts.module.css'
import { useAboveFeet } from './use-above-feet.ts'

const SHOWN_MS = 5000

/** All toasts, each for 5 s or as long as its actions last, unless hovered or focused. Mounted once. */
export function Toasts() {
  const all = useStore(toasts)
  const stack = useRef<HTMLDivElement>(null)
  useAboveFeet(stack, all.length > 0)
  const isError = ({ kind }: Toast) => kind === 'error'
  return (
    <div ref={stack} className={classes.stack}>
      <div role="alert" aria-label="Errors" aria-live="assertive">
        {all.filter(isError).map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status" aria-label="Messages" aria-live="polite">
        {all.map((toast) => !isError(toast) && <ToastCard key={toast.id} toast={toast} />)}
      </div>
    </div>
  )
}

const ICONS = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertCircle }

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(0)
  const still = useReducedMotion()
  useEffect(() => {
    if (held > 0) return
    const shown = Math.max(SHOWN_MS, ...toast.actions.map(({ lasts = 0 }) => lasts))
    const timer = window.setTimeout(() => hideToast(toast.id), shown)
    return () => window.clearTimeout(timer)
  }, [held, toast])
  const hold = () => setHeld((times) => times + 1)
  const release = () => setHeld((times) => Math.max(0, times - 1))
  const Icon = ICONS[toast.kind]
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
  const { requestId, actions } = toast
  if (!requestId && actions.length === 0) return null
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <ActionButton key={action.label} action={action} onDone={() => hideToast(toast.id)} />
      ))}
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

function ActionButton({ action, onDone }: { action: ToastAction; onDone: () => void }) {
  const { label, run, shortcut, lasts, until } = action
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (lasts === undefined) return
    const timer = window.setTimeout(() => setOver(true), lasts)
    return () => window.clearTimeout(timer)
  }, [lasts])
  const act = () => {
    onDone()
    run()
  }
  useShortcuts(shortcut && !over ? { [shortcut]: act } : {})
  const keys = useShortcutSwitch().on ? shortcut : undefined
  if (over) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        onClick={act}
        aria-keyshortcuts={keys}
        title={keys && `Press ${keys.toUpperCase()}`}
      >
        {label}
      </Button>
      {until && lasts !== undefined && <Countdown words={until} ms={lasts} />}
    </>
  )
}

/** 'Mail leaves in 9 s', from `ms` milliseconds down; screen readers hear it once. */
function Countdown({ words, ms }: { words: string; ms: number }) {
  const [left, setLeft] = useState(ms)
  useEffect(() => {
    const end = Date.now() + ms
    const timer = window.setInterval(() => setLeft(end - Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [ms])
  const said = (rest: number) => `${words} in ${Math.max(1, Math.ceil(rest / 1000))} s`
  return (
    <>
      <span className={classes.until} aria-hidden>
        {said(left)}
      </span>
      <VisuallyHidden>{said(ms)}</VisuallyHidden>
    </>
  )
}
