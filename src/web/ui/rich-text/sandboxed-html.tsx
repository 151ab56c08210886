import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { frameAddress } from '#contract/lib/frame-ticket.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { ticketForFrames } from './frame-ticket.ts'
import classes from './sandboxed-html.module.css'

/** Size of the frame, px. */
export const FRAME_WIDTH = 670
export const FRAME_HEIGHT = 500
/** Width of a dialog around the frame, px. */
export const FRAME_DIALOG_WIDTH = FRAME_WIDTH + 34

interface SandboxedHtmlProps {
  html: string
  /** The frame's name for screen readers. */
  title: string
  width?: number | string
  height?: number | string
  /** True to follow the theme. Otherwise the text is on white, as its readers see it. */
  themed?: boolean
  /** A content security policy for a fragment of HTML, stricter than that of all frames. */
  policy?: string
  /** Called when the text is on screen. */
  onLoad?: () => void
}

/** Shows HTML in a frame without scripts, forms, navigation or our origin. */
export function SandboxedHtml({ themed = false, ...props }: SandboxedHtmlProps) {
  const dark = useComputedColorScheme('light') === 'dark' && themed
  // A new frame per text, because the first page of a frame adds no entry to the browser's history.
  return <Frame key={`${dark} ${props.html}`} dark={dark} {...props} />
}

type FrameProps = Omit<SandboxedHtmlProps, 'themed'> & { dark: boolean }

/**
 * A frame that the server fills by echoing the HTML: with `srcdoc` it would inherit this page's policy and
 * lose its styles.
 */
function Frame({ html, title, width = FRAME_WIDTH, height = FRAME_HEIGHT, dark, policy, onLoad }: FrameProps) {
  const name = `frame-${useId()}`
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>(null)
  useEffect(() => {
    // Retry clears the fault, and a new ticket is asked for.
    if (fault) return
    let gone = false
    const post = (ticket: string) => {
      if (gone || !form.current) return
      form.current.action = frameAddress(ticket)
      form.current.submit()
      sent.current = true
    }
    ticketForFrames().then(post, (error) => gone || setFault(faultOf(error)))
    return () => {
      gone = true
    }
  }, [fault])
  if (fault) return <Fault {...fault} onRetry={() => setFault(null)} />
  return (
    <>
      {/* The form sends plain text, so that the server shows the bytes as they come. */}
      <form ref={form} method="post" encType="text/plain" target={name} hidden>
        <input type="hidden" name="html" value={asDocument(html, dark, policy)} />
      </form>
      <iframe
        className={classes.frame}
        data-dark={dark || undefined}
        name={name}
        title={title}
        sandbox=""
        width={width}
        height={height}
        // The empty page of a new frame loads before the form is sent.
        onLoad={() => sent.current && onLoad?.()}
      />
    </>
  )
}

const STYLE = 'body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1b2026;overflow-wrap:anywhere}'
// The dark theme, as in the editor (rich-text-content.css): colours chosen for white are inverted.
const DARK = `html{background:#15181c;color-scheme:dark}body{color:#d9dde2}a{color:#86bbdd}
:is([style*=color],font[color]):not([style*=color] *,font[color] *){filter:invert(1) hue-rotate(180deg)}`

/** Wraps a fragment in a document; a whole document stays as it is. */
function asDocument(html: string, dark: boolean, policy?: string): string {
  if (/<(?:!doctype|html|body)[\s>]/i.test(html)) return html
  return `<!doctype html><html lang="en"><meta charset="utf-8">${policy ? `<meta http-equiv="content-security-policy" content="${policy}">` : ''}<style>${STYLE}${dark ? DARK : ''}</style><body>${html}</body></html>`
}
