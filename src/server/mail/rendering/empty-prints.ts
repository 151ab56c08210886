import { TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import { MAX_TEMPLATE_TAGS } from './compile-template.ts'
import { renderTemplate, type TemplateValues } from './render-template.ts'
import { readOutput, tagsOf } from './template-names.ts'

/** One private character per variable: shorter than any tag, so that a text never outgrows its limit. */
const MARKS = new Map(
  TEMPLATE_VARIABLES.map(({ identifier }, index) => [identifier, String.fromCodePoint(0xe000 + index)]),
)

/** The text with a mark in place of every output that prints an empty variable. */
function markEmpty(source: string, values: TemplateValues): string {
  let out = ''
  let at = 0
  for (const { output, inside, begin, end } of tagsOf(source, MAX_TEMPLATE_TAGS).tags) {
    const printed = output ? (readOutput(inside)?.printed ?? null) : null
    const mark = printed === null ? undefined : MARKS.get(printed)
    if (printed === null || mark === undefined || (values[printed] ?? '') !== '') continue
    out += source.slice(at, begin) + mark
    at = end
  }
  return out + source.slice(at)
}

/**
 * The variables that rendering prints although they have no value, in the order in which they appear, the
 * subject's first. Variables in conditions only, in a branch that is not taken, or with a default do not
 * count.
 */
export function emptyPrints(
  template: { subject: string; content: string },
  values: TemplateValues,
  blocks: Record<string, string>,
): string[] {
  const marked = (source: string) => markEmpty(source, values)
  const { subject, html } = renderTemplate(
    { subject: marked(template.subject), content: marked(template.content) },
    values,
    Object.fromEntries(Object.entries(blocks).map(([name, source]) => [name, marked(source)])),
  )
  const text = subject + html
  return [...MARKS]
    .map(([identifier, mark]) => ({ identifier, at: text.indexOf(mark) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ identifier }) => identifier)
}
