import hugerte, { type Editor, type RawEditorOptions } from 'hugerte'
import 'hugerte/models/dom'
import 'hugerte/themes/silver'
import 'hugerte/icons/default'
import 'hugerte/plugins/advlist'
import 'hugerte/plugins/autolink'
import 'hugerte/plugins/charmap'
import 'hugerte/plugins/image'
import 'hugerte/plugins/link'
import 'hugerte/plugins/lists'
import 'hugerte/plugins/searchreplace'
import 'hugerte/plugins/table'
import 'hugerte/plugins/visualblocks'
import contentCss from 'hugerte/skins/ui/oxide/content.min.css?url'
import lightSkin from 'hugerte/skins/ui/oxide/skin.min.css?url'
import darkSkin from 'hugerte/skins/ui/oxide-dark/skin.min.css?url'
import { z } from 'zod'
import { MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { boxOpened } from '#web/lib/browser/box.ts'
import { EDITOR_DOCUMENT, EditorParser } from './parsing-window.ts'
import { cleanPasted } from './pasted/pasted-html.ts'
import textCss from './rich-text-content.css?url'
import { loadPurifier } from './rich-text-purify.ts'
import './rich-text-skin.css'

/** Pictures of a text: `upload` returns the address, `list` earlier uploads. */
export interface RichTextImages {
  upload: (file: File, onProgress: (share: number) => void) => Promise<string>
  list: () => Promise<{ title: string; value: string }[]>
}

/** Options with which an editor starts. */
export interface EngineOptions {
  target: HTMLElement
  label: string
  height: number
  /** True to keep every attribute and comment, as mails need; otherwise the editor tidies up. */
  keepAll: boolean
  images?: RichTextImages
}

const TOOLBAR =
  'undo redo | blocks fontsize | bold italic underline strikethrough | forecolor backcolor | alignleft aligncenter alignright | bullist numlist outdent indent | link image table | removeformat charmap searchreplace visualblocks'

/** The width of an editor in px below which the toolbar starts with one line. */
const NARROW = 640

/** The width in px that an editor in this place will have: the place itself is hidden until the editor is ready. */
const widthAt = (place: Element | null): number => (place ? place.clientWidth || widthAt(place.parentElement) : 0)

/** Shows the editor's toolbar and dialogs in the page's theme. */
export function loadSkin(dark: boolean): void {
  const wanted = dark ? darkSkin : lightSkin
  const present = document.querySelector<HTMLLinkElement>('link[data-editor-skin]')
  if (present?.getAttribute('href') === wanted) return
  const link = present ?? document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset.editorSkin = ''
  link.href = wanted
  if (!present) document.head.append(link)
}

/**
 * Gives the editor's frame a document from the server. The editor writes its own into the frame as srcdoc,
 * which would inherit the page's policy: the text would lose its styles. The editor adopts the first document
 * that loads, so the load event of any other one is kept from it.
 */
function useOwnDocument(editor: Editor, label: string): void {
  let element: HTMLIFrameElement | undefined
  Object.defineProperty(editor, 'iframeElement', {
    configurable: true,
    get: () => element,
    set(frame: HTMLIFrameElement | undefined) {
      element = frame
      // Firefox is left alone: there the editor writes into the empty document that a frame begins with.
      if (!frame || hugerte.Env.browser.isFirefox()) return
      // The address is set before the frame enters the page, so that it loads no empty document first.
      frame.src = EDITOR_DOCUMENT
      Object.defineProperty(frame, 'srcdoc', { set: () => undefined })
      frame.addEventListener('load', (event) => {
        const page = frame.contentDocument
        if (page?.location.pathname === EDITOR_DOCUMENT) prepare(page, editor, label)
        else event.stopImmediatePropagation()
      })
    },
  })
}

function prepare(page: Document, editor: Editor, label: string): void {
  // The document's title names it, because a body may have neither a role nor a label.
  page.title = label
  const { body } = page
  body.id = 'hugerte'
  body.className = 'mce-content-body'
  body.dataset.id = editor.id
}

function uploader({ upload }: RichTextImages): RawEditorOptions['images_upload_handler'] {
  return async (blob, progress) => {
    const file = new File([blob.blob()], blob.filename(), { type: blob.blob().type })
    try {
      return await upload(file, (share) => progress(Math.round(share * 100)))
    } catch (error) {
      throw { message: error instanceof Error ? error.message : 'The picture could not be uploaded', remove: true }
    }
  }
}

const imageOptions = (images: RichTextImages | undefined): RawEditorOptions =>
  images
    ? {
        images_upload_handler: uploader(images),
        images_file_types: 'png,jpg,jpeg,gif,webp',
        image_list: (show: (items: { title: string; value: string }[]) => void) =>
          void images.list().then(show, () => show([])),
        image_uploadtab: true,
        paste_data_images: true,
      }
    : { paste_data_images: false, image_uploadtab: false }

/** Elements around which white space never matters: each starts a line of the source. */
const LINES = 'caption,colgroup,thead,tbody,tfoot,tr,td,th,p,h1,h2,h3,h4,h5,h6'

/** Options for mails, which are kept as they are: tidying them up breaks them in some mail program. */
const KEEP_ALL: RawEditorOptions = {
  valid_elements: '*[*]',
  extended_valid_elements: '*[*]',
  valid_children:
    '+body[style],+div[style],+td[style],+a[div|p|table|h1|h2|h3|h4],+font[p|div|table],+center[p|div|table]',
  allow_conditional_comments: true,
  allow_html_in_named_anchor: true,
  allow_unsafe_link_target: true,
  verify_html: false,
  fix_list_elements: false,
  convert_fonts_to_spans: false,
  inline_styles: true,
  table_use_colgroups: false,
  object_resizing: 'img',
  // Without indents, the source would be a single line, and line numbers in error messages useless.
  indent: true,
  indent_before: LINES,
  indent_after: LINES,
}

/** Opens the dialog for a new picture on Upload; for one in the text, on its properties. */
function uploadFirst(editor: Editor): void {
  editor.on('OpenWindow', ({ dialog }) => {
    if (!('showTab' in dialog)) return
    const { fileinput, src } = imageData.safeParse(dialog.getData()).data ?? {}
    if (!fileinput || src?.value) return
    dialog.showTab('upload')
    document.querySelector<HTMLElement>('.tox-dialog [role=tab][aria-selected=true]')?.focus()
  })
}
/** Data that only the dialog of pictures has. */
const imageData = z.object({ fileinput: z.array(z.unknown()), src: z.object({ value: z.string() }) })

/** Characters of the largest picture as a data URL. */
const MOST_DATA = Math.ceil((MAX_IMAGE_SIZE * 4) / 3) + 40

/** Cleans what comes from other programs before the editor sees it; what was copied in an editor stays as it is. */
function cleanPastes(editor: Editor, withPictures: boolean): void {
  const isHeld = (src: string) => editor.editorUpload.blobCache.getByUri(src) !== undefined
  editor.on('PastePreProcess', (event) => {
    if (event.internal) return
    const { body } = new EditorParser().parseFromString(`<body>${event.content}`, 'text/html')
    event.content = cleanPasted(body, { mostData: withPictures ? MOST_DATA : 0, isHeld })
  })
}

/** A running editor. */
export interface Engine {
  editor: Editor
  /** Shows a text, cleaned of everything that could run, and clears the undo history. */
  show: (html: string) => void
}

/** Starts an empty editor on an element. */
export async function startEngine({ target, label, height, keepAll, images }: EngineOptions): Promise<Engine> {
  const purify = await loadPurifier()
  const [editor] = await hugerte.init({
    target,
    height,
    plugins: 'advlist autolink charmap image link lists searchreplace table visualblocks',
    toolbar: images || keepAll ? TOOLBAR : TOOLBAR.replace(' image', ''),
    toolbar_mode: widthAt(target.parentElement) < NARROW ? 'sliding' : 'wrap',
    menubar: false,
    statusbar: false,
    skin: false,
    content_css: [contentCss, textCss],
    iframe_aria_text: `${label}. Press Alt+F10 for the toolbar.`,
    convert_urls: false,
    // A no-break space stays visible in the source as &nbsp;; all other characters are written as they are.
    entity_encoding: 'named',
    entities: '160,nbsp',
    indent: false,
    element_format: 'html',
    browser_spellcheck: true,
    contextmenu: false,
    promotion: false,
    branding: false,
    link_default_target: '_blank',
    ...imageOptions(images),
    ...(keepAll ? KEEP_ALL : {}),
    setup: (own: Editor) => {
      useOwnDocument(own, label)
      uploadFirst(own)
      cleanPastes(own, images !== undefined)
      // The box takes the key from the editor, for which it means a link: the toolbar has that.
      own.on('init', () => own.addShortcut('meta+k', 'Find anything', () => boxOpened.set(true)))
    },
  })
  if (!editor) throw new Error('The editor did not start')
  const show = (html: string) => {
    editor.setContent(purify(html))
    editor.undoManager.clear()
    editor.undoManager.add()
  }
  return { editor, show }
}
