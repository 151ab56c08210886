import { tagEnd } from '#contract/lib/markup/tags.ts'
import { type AttributeToken, type Token, tokenize } from '#contract/lib/markup/tokens.ts'
import { HTML_VARIABLES, SECRET_VARIABLES } from '#contract/templates/template-variables.ts'
import { readsAddresses } from '#server/html/slot-places.ts'
import { MAX_TEMPLATE_TAGS } from './compile-template.ts'
import { readCondition, readOutput, type TemplateProblem, type TemplateTag, tagsOf } from './template-names.ts'

/*
 * A secret may be text, or the whole address of a link. These rules check the source, for messages with
 * lines; the rendered mail is checked again (`finishSlotted`). A rendered text has the markup of its source
 * only if no branch of a condition opens or closes half an element, so texts with a secret must not do that.
 */

/**
 * The place of a tag: tags with the same key are in the same text, start tag, attribute, style or comment.
 */
interface Place {
  key: string
  token: Token
  /** The quoted attribute whose value contains it. */
  attribute: AttributeToken | null
}

interface Placed {
  tag: TemplateTag
  place: Place
  /** Secrets that it names. */
  secrets: string[]
  /** The end of the tag before it. */
  after: number
}

const QUOTED = /"[^"]*"|'[^']*'/g
const isSecret = (name: string) => SECRET_VARIABLES.has(name)
const outputOf = (tag: TemplateTag) => (tag.output ? readOutput(tag.inside) : null)

function secretsOf(tag: TemplateTag): string[] {
  const read = tag.output ? readOutput(tag.inside) : readCondition(tag.inside.replace(/^\S*/, ''))
  return read?.names.filter(isSecret) ?? []
}

/** The secrets that a text names. */
export const secretsNamed = (source: string): string[] => tagsOf(source, MAX_TEMPLATE_TAGS).tags.flatMap(secretsOf)

/** Start of the value of a quoted attribute; null without quotes. */
function quotedAt(source: string, { end, value }: AttributeToken): number | null {
  const begin = end - 1 - value.length
  const quote = source[end - 1]
  return (quote === '"' || quote === "'") && source[begin - 1] === quote ? begin : null
}

function placeInStart(source: string, token: Token, tag: TemplateTag): Place {
  const found = token.attributes.find(({ begin, end }) => begin <= tag.begin && tag.end <= end)
  if (found?.name === '' && found.begin === tag.begin) return { key: `tag ${token.begin}`, token, attribute: null }
  const value = found && quotedAt(source, found)
  const inValue = found && typeof value === 'number' && value <= tag.begin
  if (inValue) return { key: `value ${found.begin}`, token, attribute: found }
  return { key: `odd ${tag.begin}`, token, attribute: null }
}

function placesOf(source: string, tags: readonly TemplateTag[]): Placed[] {
  const tokens = tokenize(source)
  let at = 0
  return tags.flatMap((tag, index) => {
    while ((tokens[at]?.end ?? Number.POSITIVE_INFINITY) <= tag.begin) at++
    const token = tokens[at]
    if (!token) return []
    const own = token.kind === 'tag' && token.begin === tag.begin
    const place: Place =
      token.kind === 'start'
        ? placeInStart(source, token, tag)
        : { key: own ? 'text' : `${token.kind} ${token.begin}`, token, attribute: null }
    return [{ tag, place, secrets: secretsOf(tag), after: tags[index - 1]?.end ?? 0 }]
  })
}

/** The beginning of an address, or of something that goes on as one. */
const ADDRESS_BEFORE = /[./?@\\．。｡／？＠＼][^\s<>]*$/

/** Whether an output is text, or the whole address of a link. */
function isAllowed(source: string, { tag, place, after }: Placed): boolean {
  const { key, token, attribute } = place
  if (key === 'text') return !ADDRESS_BEFORE.test(source.slice(Math.max(after, tag.begin - 300), tag.begin))
  if (token.name !== 'a' || attribute?.name !== 'href') return false
  return attribute.value.trim() === source.slice(tag.begin, tag.end) && secretsOf(tag).includes(tag.inside)
}

function outputProblem(source: string, placed: Placed): string | null {
  const { tag, place, secrets } = placed
  const [secret] = secrets
  const read = outputOf(tag)
  const isHtml = read?.names.some((name) => name.startsWith('blocks.') || HTML_VARIABLES.includes(name)) ?? false
  if (isHtml && place.token.kind === 'start') return `{{ ${tag.inside} }} on line ${tag.line} cannot be inside a tag`
  if (secret === undefined) return null
  if (/\|\s*(?!default\b)\w/.test(tag.inside.replaceAll(QUOTED, "''")))
    return `{{ ${secret} }} on line ${tag.line} cannot have a filter`
  if (isAllowed(source, placed)) return null
  return `{{ ${secret} }} on line ${tag.line} may only be text, or the whole address of a link: <a href="{{ ${secret} }}">`
}

/**
 * Operators that compare: a comparison reveals something about a secret. Whether there is a link may be
 * asked.
 */
const COMPARES = /==|!=|<|>|\bcontains\b/

function conditionProblem({ tag, secrets: [secret] }: Placed): string | null {
  if (secret === undefined) return null
  const parts = tag.inside.replaceAll(QUOTED, "''").split(/\b(?:and|or)\b/)
  const compared = parts.filter((part) => COMPARES.test(part)).flatMap((part) => part.match(/[\w.-]+/g) ?? [])
  if (!compared.some(isSecret)) return null
  return `${secret} on line ${tag.line} cannot be compared: write {% if ${secret} %}`
}

/** Conditions whose branches could open or close half an element. */
function brokenConditions(source: string, placed: readonly Placed[]): TemplateProblem[] {
  const open: Placed[] = []
  const problems: TemplateProblem[] = []
  for (const one of placed) {
    const { tag, place } = one
    if (!isClean(source, one)) problems.push(inOneTag(tag.line))
    if (tag.output) continue
    if (/^if\b/.test(tag.inside)) open.push(one)
    else if (open.at(-1)?.place.key !== place.key) problems.push(inOneTag(open.at(-1)?.tag.line ?? tag.line))
    if (/^endif\b/.test(tag.inside)) open.pop()
  }
  return problems
}

const inOneTag = (line: number): TemplateProblem => ({
  message: `What begins on line ${line} must end in the same text or attribute, as this text has a secret link`,
  line,
})

/** False for a tag that HTML reads as something else, or that could complete markup begun before it. */
const isClean = (source: string, { tag, place }: Placed) =>
  tagEnd(source, tag.begin) === tag.end &&
  !place.key.startsWith('odd') &&
  !(place.attribute === null && /<[^\s<>]*$/.test(source.slice(Math.max(0, tag.begin - 300), tag.begin)))

/**
 * Problems with the places of secrets, and of HTML, in a mail or block, with their lines. Linear in the
 * text's length.
 */
export function misplacedSecrets(source: string): TemplateProblem[] {
  const placed = placesOf(source, tagsOf(source, MAX_TEMPLATE_TAGS).tags)
  const problems = placed.flatMap((one) => {
    const message = one.tag.output ? outputProblem(source, one) : conditionProblem(one)
    return message === null ? [] : [{ message, line: one.tag.line }]
  })
  const named = placed.find(({ secrets }) => secrets.length > 0)
  if (named && problems.length === 0) {
    problems.push(...brokenConditions(source, placed))
    if (readsAddresses(source))
      problems.push({ message: `Styles cannot select by addresses beside {{ ${named.secrets[0]} }}`, line: 1 })
  }
  return problems.sort((a, b) => a.line - b.line)
}
