import DOMPurify, { type Config } from 'dompurify'
import { loadParsingWindow } from './parsing-window.ts'

const FORBIDDEN =
  'script iframe frame object embed form input button select textarea svg math link meta base template noscript xmp'.split(
    ' ',
  )
const CONFIG: Config = {
  FORCE_BODY: true,
  FORBID_TAGS: FORBIDDEN,
  ADD_TAGS: ['#comment', 'style', 'center', 'font'],
  ADD_ATTR: ['contenteditable', 'target', 'background', 'bordercolor'],
}

/** Loads the purifier, which removes everything that could run from HTML before it reaches an editor. */
export async function loadPurifier(): Promise<(html: string) => string> {
  const purifier = DOMPurify(await loadParsingWindow())
  // DOMPurify would turn an empty text into an empty comment.
  return (html) => html && purifier.sanitize(html, { ...CONFIG, RETURN_TRUSTED_TYPE: false })
}
