import { protect, restore, splitShell } from '#contract/lib/markup/guard.ts'
import type { Codec } from '#web/ui/rich-text/codec.ts'

/** Table rows and cells without a table, which any HTML parser drops. */
const BARE_ROWS =
  /^(?:\s|<!--[^>]*-->|\{\{[^{}]*\}\}|\{%[^{}]*%\})*<(?:tr|td|th|tbody|thead|tfoot|caption|colgroup|col)\b/i

/**
 * The codec of mails and html blocks: template tags, comments for Outlook and the document around the content
 * stay as they are.
 */
export const templateCodec: Codec = {
  open(source) {
    const { before, body, after } = splitShell(source)
    return { html: protect(body), close: (html) => before + restore(html) + after }
  },
  editable: (source) => !BARE_ROWS.test(splitShell(source).body),
}
