import { LiquidError } from 'liquidjs'
import { HTML_VARIABLES, SECRET_VARIABLES, TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import { createKept } from '#server/html/kept.ts'
import { filled, placeBreaks, SlotPrinter, type Slotted } from '#server/html/slots.ts'
import { type CompiledTemplate, compileTemplate } from './compile-template.ts'
import { CleanHtml, renderHtml, renderText, SLOTS, ZONE } from './template-engine.ts'
import { TemplateError, type TemplatePart } from './template-names.ts'

/** Values by identifier ('order.trackingCode'). A variable without a value is empty. */
export type TemplateValues = Record<string, string | number>

interface Scope extends Record<string, Record<string, string | number | CleanHtml>> {
  [SLOTS]: SlotPrinter
  [ZONE]: string
}

/** The longest subject that is sent, in characters. */
const MAX_SUBJECT = 400

const PATHS = TEMPLATE_VARIABLES.map(({ identifier }) => {
  const [group = '', name = ''] = identifier.split('.')
  return { identifier, group, name }
})

/** Texts of secrets that have a value. Lists of HTML are left out: they are no addresses. */
const secretTexts = (values: TemplateValues, open: readonly string[]) =>
  [...SECRET_VARIABLES].flatMap((identifier) =>
    open.includes(identifier) || HTML_VARIABLES.includes(identifier) ? [] : [String(values[identifier] ?? '')],
  )

function scopeOf(values: TemplateValues, open: readonly string[], timeZone: string): Scope {
  const secrets = new Set(secretTexts(values, open).filter((text) => text !== ''))
  const scope: Scope = { [SLOTS]: new SlotPrinter(secrets), [ZONE]: timeZone }
  for (const { identifier, group, name } of PATHS) {
    const value = values[identifier] ?? ''
    scope[group] ??= {}
    scope[group][name] = HTML_VARIABLES.includes(identifier) && value !== '' ? new CleanHtml(String(value)) : value
  }
  return scope
}

function problemOf(part: TemplatePart, error: LiquidError): TemplateError {
  const [line = 1] = error.token?.getPosition() ?? []
  const name = /^undefined variable: ([^,\s]+)/.exec(error.message)?.[1]
  const what = name ? `Unknown variable ${name}` : error.message.replace(/, line:\d+, col:\d+$/, '')
  return new TemplateError(part, [{ message: `${what} on line ${line}`, line }])
}

function render(part: TemplatePart, source: string, scope: Scope): string {
  try {
    return part === 'subject' ? renderText(source, scope) : renderHtml(source, scope)
  } catch (error) {
    if (LiquidError.is(error)) throw problemOf(part, error)
    throw error
  }
}

const ALL_VARIABLES = new Set(TEMPLATE_VARIABLES.map((variable) => variable.identifier))

/** Characters of the sources whose check is kept. */
const MOST = 1_000_000
const checked = createKept<CompiledTemplate>(MOST)

function check(part: TemplatePart, source: string, blocks: readonly string[], of = ''): string[] {
  const key = `${blocks.join(' ')}\n${source}`
  const compile = () => compileTemplate(source, { variables: ALL_VARIABLES, blocks: new Set(blocks) })
  const compiled = checked.get(key) ?? checked.keep(key, compile())
  const problems = compiled.errors.map(({ message, line }) => ({ message: `${of}${message}`, line }))
  if (problems.length > 0) throw new TemplateError(part, problems)
  return compiled.blocks
}

/** Renders blocks with the values of the mail. A block cannot use blocks, so nothing loops. */
function renderBlocks(names: string[], scope: Scope, blocks: Record<string, string>): Record<string, CleanHtml> {
  const rendered: Record<string, CleanHtml> = {}
  for (const name of names) {
    const source = blocks[name] ?? ''
    check('content', source, [], `Block ${name}: `)
    const html = render('content', source, scope)
    rendered[name] = new CleanHtml(filled({ html, texts: scope[SLOTS].texts }), html)
  }
  return rendered
}

// Characters that would break a header line.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

interface Surroundings {
  /** The time zone whose clock says what 'now' is. */
  timeZone?: string
  /** Secret variables whose values here are public. */
  open?: readonly string[]
  /** Values for the subject in place of others: subjects are shown in lists. */
  inSubject?: TemplateValues
}

/**
 * Renders the subject, which becomes one line of plain text, and the HTML with slots in place of values. A
 * value is never read as a template. Throws TemplateError for an unknown name or an exceeded limit.
 */
export function renderSlotted(
  template: { subject: string; content: string },
  values: TemplateValues,
  blocks: Record<string, string>,
  { timeZone = 'UTC', open = [], inSubject = {} }: Surroundings = {},
): { subject: string; content: Slotted } {
  check('subject', template.subject, [])
  const used = check('content', template.content, Object.keys(blocks))
  const scope = scopeOf(values, open, timeZone)
  const html = placeBreaks(render('content', template.content, { ...scope, blocks: renderBlocks(used, scope, blocks) }))
  const ofSubject = scopeOf({ ...values, ...inSubject }, open, timeZone)
  const subject = render('subject', template.subject, ofSubject).replace(BREAKS, ' ').replace(/ {2,}/g, ' ').trim()
  const { texts, secrets } = scope[SLOTS]
  return { subject: [...subject].slice(0, MAX_SUBJECT).join(''), content: { html, texts, secrets } }
}

/** Like `renderSlotted`, with HTML in which values are escaped. */
export function renderTemplate(...given: Parameters<typeof renderSlotted>): { subject: string; html: string } {
  const { subject, content } = renderSlotted(...given)
  return { subject, html: filled(content) }
}
