import type { IOptions } from 'sanitize-html'

const words = (text: string) => text.trim().split(/\s+/)

/** Elements removed with their content; other elements that are not allowed leave their text. */
const GONE_WITH_CONTENT = words(`
  script style title textarea option select button noscript template xmp iframe noembed noframes plaintext svg math
  object embed applet frameset audio video canvas dialog datalist
`)

const TEXT = words(
  'p br hr b strong i em u s strike del ins sub sup small span a img blockquote pre code abbr cite q mark',
)
const BLOCKS = words('div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd figure figcaption')
const TABLES = words('table caption colgroup col thead tbody tfoot tr td th')

const SCHEMES = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: true,
  allowedSchemesAppliedToAttributes: [
    'href',
    'src',
    'cite',
    'background',
    'longdesc',
    'action',
    'poster',
    'lowsrc',
    'dynsrc',
  ],
}

const LENGTH = /^-?\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|pt|%)?$|^auto$/
const COLOUR = /^#[0-9a-f]{3,8}$|^[a-z]{3,20}$|^rgba?\([\d\s,.%]{5,40}\)$/i
const WORD = /^[a-z-]{1,20}$/i

/** Elements that the rich-text editor writes. */
export const RICH_TEXT: IOptions = {
  ...SCHEMES,
  allowedTags: [...TEXT, ...BLOCKS, ...TABLES],
  nonTextTags: GONE_WITH_CONTENT,
  allowedAttributes: {
    '*': words('style title lang dir align'),
    a: words('href name target rel'),
    img: words('src alt width height loading'),
    ol: words('start type'),
    table: words('width border cellpadding cellspacing'),
    col: words('span width'),
    td: words('colspan rowspan width valign'),
    th: words('colspan rowspan width valign scope'),
  },
  allowedStyles: {
    '*': {
      color: [COLOUR],
      'background-color': [COLOUR],
      'text-align': [WORD],
      'vertical-align': [WORD],
      'text-decoration': [/^[a-z -]{1,40}$/i],
      'font-size': [LENGTH],
      'font-weight': [/^[a-z]{4,8}$|^\d{3}$/i],
      'font-style': [WORD],
      'font-family': [/^[\w\s,'"-]{1,200}$/],
      'line-height': [LENGTH],
      'list-style-type': [WORD],
      float: [WORD],
      width: [LENGTH],
      height: [LENGTH],
      'border-collapse': [WORD],
      'border-width': [LENGTH],
      'border-style': [WORD],
      'border-color': [COLOUR],
      padding: [/^[\d.a-z% -]{1,40}$/i],
      'padding-left': [LENGTH],
      margin: [/^[\d.a-z% -]{1,40}$/i],
      'margin-left': [LENGTH],
      'margin-right': [LENGTH],
    },
  },
}

/** Elements of HTML made for mail programs, with old attributes and Outlook's. */
export const DOCUMENT: IOptions = {
  ...SCHEMES,
  allowedTags: [
    ...TEXT,
    ...BLOCKS,
    ...TABLES,
    ...words('html head body title meta style center font big tt kbd samp var dfn bdi bdo time wbr ruby rt rp'),
    ...words('address section article header footer main nav aside hgroup details summary picture source map area'),
  ],
  nonTextTags: GONE_WITH_CONTENT,
  nonBooleanAttributes: [],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'], source: ['http', 'https', 'cid', 'data'] },
  allowedAttributes: {
    '*': words(`
      style class id title lang dir align valign width height bgcolor background border bordercolor role color
      aria-* data-* xml:lang itemscope itemprop itemtype hidden
    `),
    html: words('xmlns xmlns:*'),
    body: words('text link vlink alink topmargin leftmargin marginwidth marginheight'),
    meta: words('charset name content http-equiv'),
    style: words('type media'),
    a: words('href name target rel shape coords'),
    area: words('href alt shape coords target'),
    map: words('name'),
    img: words('src alt hspace vspace usemap srcset sizes'),
    source: words('srcset sizes media type src'),
    font: words('face size'),
    hr: words('size noshade'),
    br: words('clear'),
    ol: words('start type reversed'),
    ul: words('type'),
    li: words('value type'),
    time: words('datetime'),
    table: words('cellpadding cellspacing rules frame summary'),
    col: words('span'),
    colgroup: words('span'),
    td: words('colspan rowspan nowrap headers scope abbr'),
    th: words('colspan rowspan nowrap headers scope abbr'),
  },
}
