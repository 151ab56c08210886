import { changesBetween } from '#contract/lib/changes-between.ts'
import {
  type Expression,
  readCondition,
  readOutput,
  type TemplateProblem,
  type TemplateTag,
  tagsOf,
} from './template-names.ts'

/** The longest mail or block, in characters. */
export const MAX_TEMPLATE_LENGTH = 200_000
export const MAX_TEMPLATE_TAGS = 2_000
export const MAX_NESTED_CONDITIONS = 50

/** Names that a template may use. */
export interface KnownNames {
  variables: ReadonlySet<string>
  /** Identifiers of html blocks. */
  blocks: ReadonlySet<string>
}

/** What a template uses, and what is wrong with it. */
export interface CompiledTemplate {
  errors: TemplateProblem[]
  /** Identifiers that the text uses, each once. */
  variables: string[]
  blocks: string[]
}

interface State {
  errors: TemplateProblem[]
  names: Map<string, number>
  /** Open conditions: their line, and whether their else was read. */
  open: { line: number; elsed: boolean }[]
  tooDeep: boolean
}

const shown = ({ output, inside }: TemplateTag) => {
  const text = inside.length > 40 ? `${inside.slice(0, 40)}…` : inside
  return output ? `{{ ${text} }}` : `{% ${text} %}`
}

function note(state: State, tag: TemplateTag, expression: Expression | null): void {
  if (!expression) {
    state.errors.push({ message: `${shown(tag)} on line ${tag.line} cannot be read`, line: tag.line })
    return
  }
  for (const name of expression.names) if (!state.names.has(name)) state.names.set(name, tag.line)
  if (expression.unknownFilter !== null) {
    state.errors.push({ message: `Unknown filter ${expression.unknownFilter} on line ${tag.line}`, line: tag.line })
  }
}

function openCondition(state: State, { line }: TemplateTag): void {
  state.open.push({ line, elsed: false })
  if (state.open.length <= MAX_NESTED_CONDITIONS || state.tooDeep) return
  state.tooDeep = true
  state.errors.push({
    message: `Conditions may be nested at most ${MAX_NESTED_CONDITIONS} deep, on line ${line}`,
    line,
  })
}

function readTag(state: State, tag: TemplateTag): void {
  const { inside, line } = tag
  const name = /^[^\s]*/.exec(inside)?.[0] ?? ''
  const rest = inside.slice(name.length)
  const condition = state.open.at(-1)
  const wrong = (message: string) => state.errors.push({ message: `${message} on line ${line}`, line })
  if (!['if', 'elsif', 'else', 'endif'].includes(name)) {
    wrong(name === '' ? 'Empty tag' : `Unknown tag ${name.slice(0, 40)}`)
    return
  }
  if (name === 'if') openCondition(state, tag)
  else if (!condition) wrong(`${name} without if`)
  else if (name === 'endif') state.open.pop()
  else if (condition.elsed) wrong(`${name} after else`)
  else if (name === 'else') condition.elsed = true
  if (name === 'if' || name === 'elsif') note(state, tag, readCondition(rest))
  else if (rest.trim() !== '') note(state, tag, null)
}

/** Typing errors in a name for which a known one is offered. */
const MOST_CHANGES = 3

/** A question for the known name that an unknown one is closest to; '' where none is close. */
function meant(name: string, known: ReadonlySet<string>): string {
  const far = Math.min(MOST_CHANGES, Math.floor(name.length / 4)) + 1
  const typed = name.toLowerCase()
  const [nearest] = [...known]
    .filter((each) => Math.abs(each.length - name.length) < far)
    .map((each) => ({ each, changes: changesBetween(typed, each.toLowerCase()) }))
    .filter(({ changes }) => changes < far)
    .toSorted((one, other) => one.changes - other.changes)
  return nearest ? `: did you mean ${nearest.each}?` : ''
}

/** What is wrong with a name: in words for its line, and a question for the name that was meant. */
function unknown(name: string, known: KnownNames): { what: string; question: string } | null {
  if (known.variables.has(name)) return null
  const block = /^blocks\.([^.]+)$/.exec(name)?.[1]
  if (block === undefined) return { what: `Unknown variable ${name}`, question: meant(name, known.variables) }
  if (known.blocks.has(block)) return null
  return { what: `Unknown block ${block}`, question: meant(block, known.blocks) }
}

/**
 * Checks a mail, block or subject without rendering it. Unknown names, filters and tags and unclosed
 * conditions are errors with their line. Takes linear time; a text that is too large is refused.
 */
export function compileTemplate(source: string, known: KnownNames): CompiledTemplate {
  if (source.length > MAX_TEMPLATE_LENGTH) {
    return {
      errors: [{ message: `No more than ${MAX_TEMPLATE_LENGTH} characters`, line: 1 }],
      variables: [],
      blocks: [],
    }
  }
  const { tags, problem } = tagsOf(source, MAX_TEMPLATE_TAGS)
  const state: State = { errors: [], names: new Map(), open: [], tooDeep: false }
  for (const tag of tags) {
    if (tag.output) note(state, tag, readOutput(tag.inside))
    else readTag(state, tag)
  }
  for (const [name, line] of state.names) {
    const wrong = unknown(name, known)
    if (wrong) state.errors.push({ message: `${wrong.what} on line ${line}${wrong.question}`, line })
  }
  if (problem) state.errors.push(problem)
  else for (const { line } of state.open) state.errors.push({ message: `The if on line ${line} has no endif`, line })
  const names = [...state.names.keys()]
  const blocks = names.filter((name) => name.startsWith('blocks.') && !known.variables.has(name))
  return {
    errors: state.errors.sort((a, b) => a.line - b.line),
    variables: names.filter((name) => known.variables.has(name)),
    blocks: blocks.map((name) => name.slice('blocks.'.length)),
  }
}
