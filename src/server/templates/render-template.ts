import { LiquidError } from 'liquidjs'
import { HTML_VARIABLE, TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import { compileTemplate } from './compile-template.ts'
import { CleanHtml, htmlEngine, textEngine } from './template-engine.ts'
import { TemplateError, type TemplatePart } from './template-names.ts'

/** Values by identifier ('order.trackingCode'). A variable without a value is empty. */
export type TemplateValues = Record<string, string | number>

type Scope = Record<string, Record<string, string | number | CleanHtml>>

/** The longest subject that is sent, in characters. */
const MAX_SUBJECT = 400

function scopeOf(values: TemplateValues): Scope {
  const scope: Scope = {}
  for (const { identifier } of TEMPLATE_VARIABLES) {
    const [group = '', name = ''] = identifier.split('.')
    const value = values[identifier] ?? ''
    scope[group] ??= {}
    scope[group][name] = identifier === HTML_VARIABLE && value !== '' ? new CleanHtml(String(value)) : value
  }
  return scope
}

function problemOf(part: TemplatePart, error: LiquidError): TemplateError {
  const [line = 1] = error.token?.getPosition() ?? []
  const name = /^undefined variable: ([^,\s]+)/.exec(error.message)?.[1]
  const what = name ? `Unknown variable ${name}` : error.message.replace(/, line:\d+, col:\d+$/, '')
  return new TemplateError(part, [{ message: `${what} in line ${line}`, line }])
}

function render(part: TemplatePart, source: string, scope: Scope): string {
  try {
    const engine = part === 'subject' ? textEngine : htmlEngine
    return String(engine.parseAndRenderSync(source, scope))
  } catch (error) {
    if (LiquidError.is(error)) throw problemOf(part, error)
    throw error
  }
}

const ALL_VARIABLES = new Set(TEMPLATE_VARIABLES.map((variable) => variable.identifier))

function check(part: TemplatePart, source: string, blocks: readonly string[], of = ''): string[] {
  const compiled = compileTemplate(source, { variables: ALL_VARIABLES, blocks: new Set(blocks) })
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
    rendered[name] = new CleanHtml(render('content', source, scope))
  }
  return rendered
}

// Characters that would break a header line.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * Renders the subject, which becomes one line of plain text, and the HTML, in which values are escaped. A value is never
 * read as a template. Throws TemplateError for an unknown name or an exceeded limit.
 */
export function renderTemplate(
  template: { subject: string; content: string },
  values: TemplateValues,
  blocks: Record<string, string>,
): { subject: string; html: string } {
  check('subject', template.subject, [])
  const used = check('content', template.content, Object.keys(blocks))
  const scope = scopeOf(values)
  const html = render('content', template.content, { ...scope, blocks: renderBlocks(used, scope, blocks) })
  const subject = render('subject', template.subject, scope).replace(BREAKS, ' ').replace(/ {2,}/g, ' ').trim()
  return { subject: [...subject].slice(0, MAX_SUBJECT).join(''), html }
}
