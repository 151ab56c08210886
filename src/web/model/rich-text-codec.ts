import { protect, restore, splitShell } from '#contract/templates/template-guard.ts'

/** How a stored text becomes what an editor shows, and back. */
export interface RichTextCodec {
  open: (source: string) => { html: string; close: (html: string) => string }
  /** False for a text that an editor would take apart: it is edited as source only. */
  editable: (source: string) => boolean
}

/** Rich text of articles, hints and clauses. */
export const richTextCodec: RichTextCodec = {
  open: (source) => ({ html: source, close: (html) => html }),
  editable: () => true,
}

/** Rows and cells without their table: any HTML parser drops them. */
const BARE_ROWS =
  /^(?:\s|<!--[^>]*-->|\{\{[^{}]*\}\}|\{%[^{}]*%\})*<(?:tr|td|th|tbody|thead|tfoot|caption|colgroup|col)\b/i

/** Mails and html blocks: template tags, comments for Outlook and the document around the content stay as they are. */
export const templateCodec: RichTextCodec = {
  open(source) {
    const { before, body, after } = splitShell(source)
    return { html: protect(body), close: (html) => before + restore(html) + after }
  },
  editable: (source) => !BARE_ROWS.test(splitShell(source).body),
}
