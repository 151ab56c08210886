import { LINE_BREAKS } from '#contract/lib/text.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may appear in HTML, attribute values included. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/** Text of any number of lines as HTML outside attributes: each line break is a `<br>`. */
export const escapeLines = (text: string): string => escapeHtml(text).replaceAll(LINE_BREAKS, '<br>')
