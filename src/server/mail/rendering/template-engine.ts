import { filters, Liquid, type Template } from 'liquidjs'
import { instantAt, zoneOffset } from '#contract/lib/zones.ts'
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

interface ShownDate {
  /** The instant that reads the same in UTC. */
  at: number
  /** The name of its zone; '' for a day. */
  zone: string
  /** The instant itself. */
  instant: number
}

/** The instant of rendering, as the clock of a zone shows it. */
function shownNow(zone: string): ShownDate {
  const instant = Date.now()
  return { at: instant + zoneOffset(instant, zone), zone, instant }
}

/** A formatted date, or the word for now; null for other values. */
function readDate(value: unknown, timeZone: string): ShownDate | null {
  if (value === 'now' || value === 'today') return shownNow(timeZone)
  const found = typeof value === 'string' ? FORMATTED.exec(value) : null
  if (!found) return null
  const [, month = '', day, year, hour = 0, minute = 0, zone = ''] = found
  const at = Date.UTC(Number(year), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute))
  return { at, zone, instant: zone === '' ? at : instantAt(at, zone) }
}

/** Codes of a format for the time zone ('%z' is its offset, '%Z' its name) and for the instant ('%s', seconds). */
const ZONE_CODE = /%%|%[-_0^#:]*\d*([zZs])/g

/** '+0800', what a zone is ahead when its clocks show a time. */
function offsetOf({ at, instant }: ShownDate): string {
  const ahead = (at - instant) / 60_000
  const two = (n: number) => String(Math.trunc(n)).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}${two(Math.abs(ahead) % 60)}`
}

/** The format of a date with its zone and instant written out, which the renderer does not know; a day has no zone. */
const withZone = (format: string, date: ShownDate) =>
  format.replaceAll(ZONE_CODE, (whole, code?: string) => {
    if (code === undefined) return whole
    if (code === 's') return String(Math.floor(date.instant / 1000))
    return date.zone === '' ? '' : code === 'Z' ? date.zone : offsetOf(date)
  })

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
    const { environments } = (this as unknown as Rendering).context // as `scopeOf` made it
    const read = readDate(value, environments[ZONE] ?? 'UTC')
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
