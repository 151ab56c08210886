import DOMPurify, { type Config, type WindowLike } from 'dompurify'

/** The address of an empty document with a policy of its own, in which styles apply and nothing runs. */
export const EDITOR_DOCUMENT = '/frame/editor'

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

let loading: Promise<Window & WindowLike> | undefined

/**
 * A hidden window of the editor's own document. HTML with style attributes is parsed in it: under this page's policy
 * every one of them would be reported as a violation.
 */
function parsingWindow(): Promise<Window & WindowLike> {
  loading ??= new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Parser'
    frame.setAttribute('aria-hidden', 'true')
    frame.addEventListener('load', () => {
      // A frame's window has the constructors DOMPurify asks for; TypeScript knows them as globals only.
      const own = frame.contentWindow as (Window & WindowLike) | null
      // Of a page that says why nothing was loaded nothing can be read.
      if (own && frame.contentDocument?.location.pathname === EDITOR_DOCUMENT) return resolve(own)
      frame.remove()
      loading = undefined
      reject(new Error('The editor could not be loaded'))
    })
    frame.src = EDITOR_DOCUMENT
    document.body.append(frame)
  })
  return loading
}

/** Has HTML parsed over there, whoever asks: the editor parses with the page's own means and offers no others. */
function parseIn(own: Window & WindowLike): void {
  const Parser = own.DOMParser
  if (!Parser) throw new Error('The editor could not be loaded')
  window.DOMParser = Parser as typeof DOMParser
  const { implementation } = own.document
  // The page's own object is a wrapper that a browser may make anew: what is said once for its kind stays said.
  DOMImplementation.prototype.createHTMLDocument = (title) => implementation.createHTMLDocument(title)
}

/** What takes out of HTML all that runs, before an editor gets it. */
export async function loadPurifier(): Promise<(html: string) => string> {
  const own = await parsingWindow()
  parseIn(own)
  const purifier = DOMPurify(own)
  // Nothing is purified to an empty comment.
  return (html) => html && purifier.sanitize(html, { ...CONFIG, RETURN_TRUSTED_TYPE: false })
}
