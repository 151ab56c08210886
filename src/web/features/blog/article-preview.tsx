import { formatDate } from '#contract/lib/format.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { instantOf } from '#web/lib/format/form-dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SandboxedHtml } from '#web/ui/rich-text/sandboxed-html.tsx'
import type { TypedArticle } from './article-form.ts'
import classes from './blog.module.css'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

const STYLE = `
  body { margin: 0 auto; padding: 24px 20px 40px; max-width: 760px; font: 17px/1.6 system-ui, sans-serif; color: #1b2026; background: #fff; overflow-wrap: anywhere }
  .picture { display: block; width: 100%; aspect-ratio: 1415 / 545; object-fit: cover; border-radius: 6px }
  h1 { font-size: 30px; line-height: 1.25; margin: 20px 0 6px } time { color: #5c6671; font-size: 15px }
  img { max-width: 100%; height: auto } table { border-collapse: collapse } td, th { border: 1px solid #c9cfd6; padding: 4px 8px }`

/** The HTML with absolute addresses for pictures of this server, because the frame has no address. */
const withOrigin = (html: string) => html.replaceAll(/(\ssrc=["'])\/images\//g, `$1${window.location.origin}/images/`)

/** The article as on its public page. */
export function ArticlePreview({ values, onClose }: { values: TypedArticle; onClose: () => void }) {
  const { timeZone } = useDates()
  const { title, picture, content, day, time } = values
  const image = picture ? `<img class="picture" src="${picture.large}" alt="">` : ''
  const body = `${image}<h1>${escapeHtml(title || 'Untitled')}</h1><time>${formatDate(instantOf(day, time, timeZone), timeZone)}</time>${content}`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${STYLE}</style></head><body>${withOrigin(body)}</body></html>`
  return (
    <Dialog opened onClose={onClose} title="Preview" size={920}>
      <div className={classes.frame}>
        <SandboxedHtml html={html} title="Preview of the article" width="100%" height={640} />
      </div>
    </Dialog>
  )
}
