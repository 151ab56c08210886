import { useEffect, useState } from 'react'
import { MailHtml } from '#web/features/mail/shared/mail-body.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { loadParsingWindow } from '#web/ui/rich-text/parsing-window.ts'
import { foldQuoted, foldQuotedHtml } from './fold-quoted.ts'
import classes from './shared/thread.module.css'

/** Heights of the frame in px: of a line, of its least and its most; and the characters of a line. */
const LINE = 22
const LEAST = 110
const MOST = 560
const LINE_LENGTH = 80

const BLOCKS = /<(?:p|br|div|li|tr|h\d|ul|ol)\b/gi
/** Paragraphs have a space above them. */
const PARAGRAPHS = /<p\b/gi
const PICTURE = /<img\b/i

/** The height for HTML in a frame, whose content cannot be measured: by the text above its quoted part. */
function heightOf(html: string): number {
  const [own = ''] = html.split('<details>')
  if (PICTURE.test(own)) return MOST
  const lines = own
    .replaceAll(BLOCKS, '\n$&')
    .replaceAll(PARAGRAPHS, '\n$&')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.trim().length / LINE_LENGTH)), 2)
  return Math.min(MOST, Math.max(LEAST, count * LINE))
}

interface MailTextProps {
  text: string
  /** The HTML, cleaned by the server; null to show the text. */
  html: string | null
  /** True if pictures of other servers may load. */
  pictures?: boolean
  title: string
}

/** What the HTML of strangers may load: nothing, or pictures once somebody asked for them. */
const policy = (pictures: boolean) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:${pictures ? ' https:' : ''}`

/** The text of a mail, with what it quotes at its end folded. */
export function MailText({ text, html, pictures = false, title }: MailTextProps) {
  const { own, quoted } = foldQuoted(text)
  const folded = useFolded(html)
  if (html !== null)
    return folded === null ? (
      <LoadingBlock height={heightOf(html)} />
    ) : (
      <MailHtml html={folded} title={title} policy={policy(pictures)} width="100%" height={heightOf(folded)} />
    )
  return (
    <>
      <p className={classes.text}>{own}</p>
      {quoted && (
        <details className={classes.quoted}>
          <summary>Quoted text</summary>
          <p className={classes.text}>{quoted}</p>
        </details>
      )}
    </>
  )
}

/** HTML with its quoted part folded; null until it was read. */
function useFolded(html: string | null): string | null {
  const [folded, setFolded] = useState<{ of: string; html: string } | null>(null)
  useEffect(() => {
    if (html === null) return
    let gone = false
    const show = (shown: string) => gone || setFolded({ of: html, html: shown })
    loadParsingWindow().then(
      (own) => show(foldQuotedHtml(html, new own.DOMParser())),
      () => show(html),
    )
    return () => {
      gone = true
    }
  }, [html])
  return folded !== null && folded.of === html ? folded.html : null
}
