import { filters, Liquid, type Template } from 'liquidjs'
import { instantAt } from '#contract/lib/zones.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { createKept } from '#server/html/kept.ts'
import type { SlotPrinter } from '#server/html/slots.ts'
import { MAX_TEMPLATE_LENGTH } from './compile-template.ts'
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const FORMATTED = /^([A-Z][a-z]{2}) (\d{1,2}) (\d{4})(?: (\d{1,2}):(\d{2})(?: \(([\w/+-]+)\))?)?$/

/** A formatted date as the instant that reads the same in UTC, with the name of its zone; null for other values. */
function readDate(value: unknown): { at: number; zone: string } | null {
  const found = typeof value === 'string' ? FORMATTED.exec(value) : null
  if (!found) return null
  const [, month = '', day, year, hour = 0, minute = 0, zone = ''] = found
  return { at: Date.UTC(Number(year), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute)), zone }
}

/** Codes of a format for the time zone: '%z' is its offset, '%Z' its name. */
const ZONE_CODE = /%[-_0^#:]*\d*([zZ])/g

/** '+0800', what a zone is ahead when its clocks show a time. */
function offsetOf(shown: number, zone: string): string {
  const ahead = (shown - instantAt(shown, zone)) / 60_000
  const two = (n: number) => String(Math.trunc(n)).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}${two(Math.abs(ahead) % 60)}`
}

/** The format of a date with its zone written out, which the renderer does not know; a day has none. */
const withZone = (format: string, { at, zone }: { at: number; zone: string }) =>
  format.replaceAll(ZONE_CODE, (_, code) => (zone === '' ? '' : code === 'Z' ? zone : offsetOf(at, zone)))

/**
 * Key of the printer in a scope that puts slots in place of values; without it values are printed as they
 * are.
 */
export const SLOTS = Symbol('slots')

interface Rendering {
  context: { memoryLimit: { use: (characters: number) => void }; environments: { [SLOTS]?: SlotPrinter } }
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
    locale: 'en-US',
    timezoneOffset: 0,
    dateFormat: '%b %-d %Y',
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
  const { date } = filters
  engine.registerFilter('date', function (value: unknown, format: unknown) {
    if (typeof date !== 'function') return value
    const read = readDate(value)
    if (!read) return date.call(this, value, format)
    return date.call(
      this,
      new Date(read.at).toISOString(),
      typeof format === 'string' ? withZone(format, read) : format,
    )
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
