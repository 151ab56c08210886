import { filters, Liquid } from 'liquidjs'
import { escapeHtml } from '#server/html/escape-html.ts'
import { MAX_TEMPLATE_LENGTH } from './compile-template.ts'
import { FILTER_NAMES } from './template-names.ts'

/** HTML that was cleaned before it was stored and is not escaped. */
export class CleanHtml {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
  toString(): string {
    return this.html
  }
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const FORMATTED = /^([A-Z][a-z]{2}) (\d{1,2}) (\d{4})(?: (\d{1,2}):(\d{2}))?$/

/** A formatted date as the instant that reads the same in UTC; anything else unchanged. */
function readDate(value: unknown): unknown {
  const found = typeof value === 'string' ? FORMATTED.exec(value) : null
  if (!found) return value
  const [, month = '', day, year, hour = 0, minute = 0] = found
  return new Date(
    Date.UTC(Number(year), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute)),
  ).toISOString()
}

interface Rendering {
  context: { memoryLimit: { use: (characters: number) => void } }
}

const refuse = () => {
  throw new Error('Templates read no files')
}

/** A renderer with output, conditions and four filters only. It reads plain data and no files. */
function createEngine(print: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // Empty text is false, as in `{% if order.event %}`.
    jsTruthy: true,
    cache: false,
    relativeReference: false,
    locale: 'en-US',
    timezoneOffset: 0,
    dateFormat: '%b %-d %Y',
    parseLimit: MAX_TEMPLATE_LENGTH,
    // Milliseconds.
    renderLimit: 1_000,
    // Characters of the output and of what leads to it.
    memoryLimit: 1_000_000,
    outputEscape(this: Rendering, value: unknown) {
      const text = print(value)
      this.context.memoryLimit.use(text.length)
      return text
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
    return typeof date === 'function' ? date.call(this, readDate(value), format) : value
  })
  return engine
}

/** Values are escaped; cleaned HTML is not. */
export const htmlEngine = createEngine((value) => (value instanceof CleanHtml ? value.html : escapeHtml(toText(value))))

/** Values are not escaped; cleaned HTML loses its tags. */
export const textEngine = createEngine((value) =>
  value instanceof CleanHtml ? value.html.replace(/<[^>]*>/g, ' ') : toText(value),
)
