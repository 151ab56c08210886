import { Liquid, type Template, toValue } from 'liquidjs'
import { escapeHtml } from '#server/html/escape-html.ts'
import { createKept } from '#server/html/kept.ts'
import type { SlotPrinter } from '#server/html/slots.ts'
import { MAX_TEMPLATE_LENGTH } from './compile-template.ts'
import { formatDate } from './format-date.ts'
import { readDate } from './read-date.ts'
import { FILTER_NAMES } from './template-names.ts'

/** HTML that was cleaned before it was stored and is not escaped. It is printed as `printed`, with slots. */
export class CleanHtml {
  readonly html: string
  readonly printed: string
  constructor(html: string, printed = html) {
    this.html = html
    this.printed = printed
  }
  toString(): string {
    return this.html
  }
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** How a date is printed without a format. */
const DATE_FORMAT = '%b %-d %Y'

/**
 * Key of the printer in a scope that puts slots in place of values; without it values are printed as they
 * are.
 */
export const SLOTS = Symbol('slots')
/** Key of the time zone in a scope whose clock says what is now; without it UTC. */
export const ZONE = Symbol('zone')

interface Rendering {
  context: {
    memoryLimit: { use: (characters: number) => void }
    environments: { [SLOTS]?: SlotPrinter; [ZONE]?: string }
  }
}

const refuse = () => {
  throw new Error('Templates read no files')
}

/** A renderer with output, conditions and four filters only. It reads plain data and no files. */
function createEngine(print: (value: unknown, slots?: SlotPrinter) => { text: string; printed?: string }): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // An empty text is false, as in `{% if order.event %}`.
    jsTruthy: true,
    cache: false,
    relativeReference: false,
    parseLimit: MAX_TEMPLATE_LENGTH,
    // Longest rendering in milliseconds.
    renderLimit: 1_000,
    // Characters of the output and of intermediate results.
    memoryLimit: 1_000_000,
    outputEscape(this: Rendering, value: unknown) {
      const { text, printed = text } = print(value, this.context.environments[SLOTS])
      this.context.memoryLimit.use(text.length)
      return printed
    },
    fs: {
      exists: async () => false,
      existsSync: () => false,
      readFile: async () => refuse(),
      readFileSync: refuse,
      resolve: refuse,
    },
  })
  for (const name of Object.keys(engine.tags)) if (name !== 'if') delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!FILTER_NAMES.includes(name)) engine.unregisterFilter(name)
  engine.registerFilter('date', function (value: unknown, format: unknown) {
    const { environments, memoryLimit } = (this as unknown as Rendering).context // as `scopeOf` made it
    const date = readDate(value, environments[ZONE] ?? 'UTC')
    if (!date) return value
    const codes = toText(toValue(format) ?? DATE_FORMAT)
    memoryLimit.use(codes.length)
    return formatDate(date, codes, (characters) => memoryLimit.use(characters))
  })
  return engine
}

/** The engine for HTML: values are escaped, or get slots; cleaned HTML is not escaped. */
const htmlEngine = createEngine((value, slots) => {
  if (value instanceof CleanHtml) return { text: value.html, printed: value.printed }
  const text = toText(value)
  return { text: escapeHtml(text), printed: slots?.print(text) }
})

/** The engine for plain text: values are not escaped; cleaned HTML loses its tags. */
const textEngine = createEngine((value) => ({
  text: value instanceof CleanHtml ? value.html.replace(/<[^>]*>/g, ' ') : toText(value),
}))

/** Characters of the sources whose parsed form is kept: parsing takes longer than rendering. */
const MOST = 1_000_000

function createRenderer(engine: Liquid): (source: string, scope: object) => string {
  const parsed = createKept<Template[]>(MOST)
  return (source, scope) => {
    const template = parsed.get(source) ?? parsed.keep(source, engine.parse(source))
    return String(engine.renderSync(template, scope))
  }
}

/** Renderers of a template. They throw a LiquidError. */
export const renderHtml = createRenderer(htmlEngine)
export const renderText = createRenderer(textEngine)
