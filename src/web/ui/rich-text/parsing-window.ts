import type { WindowLike } from 'dompurify'

/** The address of an empty document with a policy of its own, in which styles apply and nothing runs. */
export const EDITOR_DOCUMENT = '/frame/editor'

type ParsingWindow = Window & WindowLike

let loading: Promise<ParsingWindow> | undefined
let loaded: ParsingWindow | undefined

/**
 * Loads a hidden window of the editor's own document. HTML with style attributes is parsed in it: under this
 * page's policy each of them would be reported as a violation.
 */
export function loadParsingWindow(): Promise<ParsingWindow> {
  loading ??= new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Parser'
    frame.setAttribute('aria-hidden', 'true')
    frame.addEventListener('load', () => {
      // The cast: a frame's window has DOMPurify's constructors, which TypeScript knows as globals only.
      const own = frame.contentWindow as ParsingWindow | null
      // A failed load shows the browser's error page, which cannot be read.
      if (own && frame.contentDocument?.location.pathname === EDITOR_DOCUMENT) {
        loaded = own
        return resolve(own)
      }
      frame.remove()
      loading = undefined
      reject(new Error('The editor could not be loaded'))
    })
    frame.src = EDITOR_DOCUMENT
    document.body.append(frame)
  })
  return loading
}

/** A `DOMParser` that works in the parsing window once that is loaded. */
export class EditorParser extends window.DOMParser {
  override parseFromString(html: string, type: DOMParserSupportedType): Document {
    const Parser = loaded?.DOMParser
    return Parser ? new Parser().parseFromString(html, type) : super.parseFromString(html, type)
  }
}

/** The part of `document.implementation` that the editor uses, working in the parsing window. */
export const editorImplementation: Pick<DOMImplementation, 'createHTMLDocument'> = {
  createHTMLDocument: (title) => (loaded?.document ?? document).implementation.createHTMLDocument(title),
}
