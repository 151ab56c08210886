import { useState } from 'react'
import classes from './live-html.module.css'
import { SandboxedHtml } from './sandboxed-html.tsx'

interface LiveHtmlProps {
  html: string
  /** The frame's name for screen readers. */
  title: string
  height: number
}

/** HTML that keeps changing, in a sandboxed frame: each text stays on screen until the next one is loaded. */
export function LiveHtml({ html, title, height }: LiveHtmlProps) {
  const [shown, setShown] = useState(html)
  return (
    <div className={classes.frames} style={{ height }}>
      {/* The old frame comes first, so that the new one never moves: a moved one would load again. */}
      {[...new Set([shown, html])].map((text) => (
        <div key={text} className={text === shown ? undefined : classes.loading} aria-hidden={text !== shown}>
          <SandboxedHtml html={text} title={title} width="100%" height={height} onLoad={() => setShown(text)} />
        </div>
      ))}
    </div>
  )
}
