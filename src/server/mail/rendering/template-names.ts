import { MAX_TAG_LENGTH } from '#contract/lib/markup/tags.ts'

/** A mistake in a template. The message names the mistake and its line. */
export interface TemplateProblem {
  message: string
  /** Line of the source, from 1. */
  line: number
}

/** The part of a mail with a problem. */
export type TemplatePart = 'subject' | 'content'

/** Thrown for a template that cannot be rendered, with the problems of one part. */
export class TemplateError extends Error {
  readonly part: TemplatePart
  readonly problems: TemplateProblem[]
  constructor(part: TemplatePart, problems: TemplateProblem[]) {
    super(problems[0]?.message ?? 'This template cannot be rendered')
    this.part = part
    this.problems = problems
  }
}

/**
 * A tag of a template: an output `{{ … }}` or a `{% … %}`, with its inside and the line on which it begins.
 */
export interface TemplateTag {
  output: boolean
  inside: string
  line: number
  /** Start in the source, and the index after the tag. */
  begin: number
  end: number
}

/**
 * The index after the tag that begins at `at`, or -1 when it is never closed. Reads quotes as the renderer
 * does.
 */
function endOf(source: string, at: number): number {
  const output = source[at + 1] === '{'
  const stop = Math.min(source.length - 1, at + MAX_TAG_LENGTH)
  let quote = ''
  for (let i = at + 2; i < stop; i++) {
    const c = source[i] ?? ''
    const closes = source[i + 1] === '}' && c === (output ? '}' : '%')
    if (closes && (quote === '' || !output)) return i + 2
    if (!output) continue
    if (quote !== '' && c === '\\') i++
    else if (c === quote) quote = ''
    else if (quote === '' && (c === '"' || c === "'")) quote = c
  }
  return -1
}

/** The tags of a template in order. An unclosed tag ends the list and is a problem. */
export function tagsOf(source: string, limit: number): { tags: TemplateTag[]; problem: TemplateProblem | null } {
  const tags: TemplateTag[] = []
  const opener = /\{[{%]/g
  let line = 1
  let counted = 0
  for (let found = opener.exec(source); found; found = opener.exec(source)) {
    for (let i = source.indexOf('\n', counted); i >= 0 && i < found.index; i = source.indexOf('\n', i + 1)) line++
    counted = found.index
    const end = endOf(source, found.index)
    if (end < 0) return { tags, problem: { message: `${found[0]} on line ${line} is never closed`, line } }
    if (tags.length === limit) return { tags, problem: { message: `No more than ${limit} template tags`, line } }
    const inside = source
      .slice(found.index + 2, end - 2)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim()
    tags.push({ output: found[0] === '{{', inside, line, begin: found.index, end })
    opener.lastIndex = end
  }
  return { tags, problem: null }
}

type Kind = 'name' | 'literal' | 'operator' | 'and' | 'not' | '|' | ':' | ','
interface Word {
  kind: Kind
  text: string
}

const WORD =
  /\s*(?:("[^"\\]*"|'[^'\\]*'|-?\d{1,15}(?:\.\d{1,15})?(?![\w.]))|([a-z_][\w-]*(?:\.[a-z_][\w-]*)*)|(==|!=|<=|>=|<|>)|([|:,]))/iy
const LITERALS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])

function kindOf(name: string): Kind {
  if (LITERALS.has(name)) return 'literal'
  if (name === 'and' || name === 'or') return 'and'
  if (name === 'contains') return 'operator'
  return name === 'not' ? 'not' : 'name'
}

function punctuation(text: string): Kind {
  return text === '|' || text === ':' || text === ',' ? text : 'operator'
}

/** The words of an expression; null for anything outside the language. */
function wordsOf(inside: string): Word[] | null {
  const words: Word[] = []
  WORD.lastIndex = 0
  while (WORD.lastIndex < inside.length) {
    const at = WORD.lastIndex
    const found = WORD.exec(inside)
    if (!found) return inside.slice(at).trim() === '' ? words : null
    const [, literal, name, operator, mark] = found
    if (literal !== undefined) words.push({ kind: 'literal', text: literal })
    else if (name !== undefined) words.push({ kind: kindOf(name), text: name })
    else words.push({ kind: punctuation(operator ?? mark ?? ''), text: operator ?? mark ?? '' })
  }
  return words
}

/** How many arguments each filter takes. */
const FILTERS: Record<string, readonly [least: number, most: number]> = {
  default: [1, 1],
  upcase: [0, 0],
  downcase: [0, 0],
  date: [0, 1],
}
/** The filters that templates may use. */
export const FILTER_NAMES = Object.keys(FILTERS)

/** The names in an expression, and its first unknown filter. */
export interface Expression {
  names: string[]
  /** The variable that an output prints; null for a literal, a condition or an output with a default. */
  printed: string | null
  unknownFilter: string | null
}

const isValue = (word: Word | undefined) => word?.kind === 'name' || word?.kind === 'literal'
const namesOf = (words: Word[]) => words.filter((word) => word.kind === 'name').map((word) => word.text)

/** `value | filter: argument | …` */
export function readOutput(inside: string): Expression | null {
  const words = wordsOf(inside)
  if (!words || !isValue(words[0])) return null
  const names = namesOf(words.slice(0, 1))
  let printed = names[0] ?? null
  let i = 1
  while (i < words.length) {
    const filter = words[i + 1]
    if (words[i]?.kind !== '|' || filter?.kind !== 'name') return null
    const arity = Object.hasOwn(FILTERS, filter.text) ? FILTERS[filter.text] : undefined
    if (!arity) return { names, printed, unknownFilter: filter.text }
    if (filter.text === 'default') printed = null
    i += 2
    let count = 0
    while (words[i]?.kind === (count === 0 ? ':' : ',')) {
      const argument = words[i + 1]
      if (!argument || !isValue(argument)) return null
      names.push(...namesOf([argument]))
      count++
      i += 2
    }
    if (count < arity[0] || count > arity[1]) return null
  }
  return { names, printed, unknownFilter: null }
}

/** `value`, `not value` or `value operator value`, joined by `and` and `or`. */
export function readCondition(inside: string): Expression | null {
  const words = wordsOf(inside)
  if (!words) return null
  let i = 0
  for (;;) {
    if (words[i]?.kind === 'not') i++
    if (!isValue(words[i++])) return null
    if (words[i]?.kind === 'operator') {
      if (!isValue(words[i + 1])) return null
      i += 2
    }
    if (i === words.length) return { names: namesOf(words), printed: null, unknownFilter: null }
    if (words[i++]?.kind !== 'and') return null
  }
}
