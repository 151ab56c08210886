import type { ComponentProps } from 'react'
import { SandboxedHtml } from '#web/ui/rich-text/sandboxed-html.tsx'
import classes from './mail-body.module.css'

/** A mail's HTML in a sandboxed frame. */
export const MailHtml = (props: ComponentProps<typeof SandboxedHtml>) => (
  <div className={classes.frame}>
    <SandboxedHtml {...props} />
  </div>
)

/** A mail's plain text. */
export const MailText = ({ text }: { text: string | null }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
  <pre className={classes.plain} tabIndex={0}>
    {text}
  </pre>
)
