import { MAX_TEMPLATE_TAGS } from './compile-template.ts'
import { type TemplateTag, tagsOf } from './template-names.ts'

/** The condition of an `if` or `elsif`, with single spaces; null for any other tag. */
function conditionOf({ output, inside }: TemplateTag): string | null {
  const found = output ? null : /^(?:if|elsif)\s+(.*)$/s.exec(inside)
  return found?.[1] === undefined ? null : found[1].replace(/\s+/g, ' ').trim()
}

/** The conditions of a text in order, without repeats. */
export function conditionsOf(source: string): string[] {
  const conditions = tagsOf(source, MAX_TEMPLATE_TAGS).tags.map(conditionOf)
  return [...new Set(conditions.filter((one) => one !== null))]
}

/** The text with some conditions replaced by true or false, to render the chosen branches. */
export function forceConditions(source: string, forced: ReadonlyMap<string, boolean>): string {
  let out = ''
  let at = 0
  for (const tag of tagsOf(source, MAX_TEMPLATE_TAGS).tags) {
    const condition = conditionOf(tag)
    const truth = condition === null ? undefined : forced.get(condition)
    if (truth === undefined) continue
    const [opening = '{%'] = /^\{%-?/.exec(source.slice(tag.begin, tag.begin + 3)) ?? []
    const [closing = '%}'] = /-?%\}$/.exec(source.slice(tag.end - 3, tag.end)) ?? []
    const name = tag.inside.startsWith('elsif') ? 'elsif' : 'if'
    out += `${source.slice(at, tag.begin)}${opening} ${name} ${truth} ${closing}`
    at = tag.end
  }
  return out + source.slice(at)
}
