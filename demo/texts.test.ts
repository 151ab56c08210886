import { expect, test } from 'vitest'
import { protect, restore } from '#contract/lib/markup/guard.ts'
import { TEMPLATE_VARIABLES, variablesFor } from '#contract/templates/template-variables.ts'
import { cleanRichText, cleanTagged } from '#server/html/clean-html.ts'
import { compileTemplate } from '#server/mail/rendering/compile-template.ts'
import { emptyPrints } from '#server/mail/rendering/empty-prints.ts'
import { renderTemplate } from '#server/mail/rendering/render-template.ts'
import { NEWS } from './blog/articles-news.ts'
import { RESOURCES } from './blog/articles-resources.ts'
import { BLOCKS } from './mail/mail-blocks.ts'
import { TEMPLATES } from './mail/mail-templates.ts'
import { CLAUSES } from './orders/confirmations.ts'
import { HINTS } from './reference/hints.ts'

test.each([...TEMPLATES, ...BLOCKS])('$title: a save and the editor leave the text as it is', ({ content }) => {
  expect(cleanTagged(content)).toBe(content)
  expect(restore(protect(content))).toBe(content)
})

test.each(TEMPLATES)('$title uses known variables and blocks only', ({ subject, content, purpose }) => {
  const known = {
    variables: variablesFor(purpose),
    blocks: new Set<string>(BLOCKS.map(({ identifier }) => identifier)),
  }
  expect(compileTemplate(subject, { ...known, blocks: new Set() }).errors).toEqual([])
  expect(compileTemplate(content, known).errors).toEqual([])
})

test.each(BLOCKS)('$title uses known variables and no block', ({ content }) => {
  expect(compileTemplate(content, { variables: variablesFor(null), blocks: new Set() }).errors).toEqual([])
})

/** The sentences of a mail as read, without tags of markup and templates. */
const sentencesOf = (content: string) =>
  content
    .replace(/<style>.*?<\/style>/gs, '')
    .split(/<\/?(?:p|td|h1|title|a|br)\b[^>]*>/)
    .map((part) => part.replaceAll(/<[^>]*>/g, '').trim())
    .flatMap((part) => part.split(/(?<=[.?!]) (?=\S)/))

test.each([...TEMPLATES, ...BLOCKS])('$title: sentences begin with a capital, and proper names keep theirs', (text) => {
  const wrong = sentencesOf(text.content).filter((sentence) => /^[a-z]/.test(sentence) || /\bamazon\b/.test(sentence))
  expect(wrong).toEqual([])
})

test.each([...TEMPLATES, ...BLOCKS])(
  '$title does not ask for a reply, since nobody reads the sender’s mailbox',
  ({ content }) => {
    expect(content).not.toMatch(
      /reply to|please reply|just reply|write (back|to us)|let us know|(?:please )send (us|any)/i,
    )
  },
)

/** An order that nobody has confirmed yet; everything else is known. */
const UNCONFIRMED = Object.fromEntries(
  TEMPLATE_VARIABLES.filter(({ identifier }) => !identifier.startsWith('confirmation.')).map((variable) => [
    variable.identifier,
    variable.sample,
  ]),
)
const BLOCK_TEXTS = Object.fromEntries(BLOCKS.map(({ identifier, content }) => [identifier, content]))

test.each(TEMPLATES)('$title has no gap in a sentence where the order has no confirmation', (template) => {
  const { html } = renderTemplate(template, UNCONFIRMED, BLOCK_TEXTS)
  const gaps = sentencesOf(html).filter((sentence) =>
    /\S {2,}\S| [.,]|\b(at|by|from) (at|by|from|on)\b|\b(at|by|from|on)[.,]/.test(sentence),
  )
  expect(gaps).toEqual([])
})

test('whoever tells the departure without a confirmation is warned of the dates that are missing', () => {
  const departure = TEMPLATES.find(({ key }) => key === 'departure')!
  expect(emptyPrints(departure, UNCONFIRMED, BLOCK_TEXTS)).toEqual([
    'confirmation.estimatedTimeOfDepartureAt',
    'confirmation.portEstimatedTimeOfArrivalAt',
    'confirmation.placeEstimatedTimeOfArrivalAt',
  ])
  const { html } = renderTemplate(departure, UNCONFIRMED, BLOCK_TEXTS)
  expect(html).toContain('Your cargo has left. We will tell you when it arrives as soon as we know.')
})

test('articles, hints and clauses are stored as a save would store them', () => {
  for (const html of [...[...NEWS, ...RESOURCES, ...HINTS].map(({ content }) => content), ...CLAUSES]) {
    expect(cleanRichText(html)).toBe(html)
  }
})

test.each([...NEWS, ...RESOURCES])(
  '$title: three to six paragraphs, lists and headings aside',
  ({ content, metaDescription, hidden }) => {
    const paragraphs = content.match(/<p>/g)?.length ?? 0
    expect(paragraphs).toBeGreaterThanOrEqual(hidden ? 1 : 3)
    expect(paragraphs).toBeLessThanOrEqual(7)
    expect(metaDescription.length).toBeLessThanOrEqual(255)
  },
)

/** Lightness of a colour, from 0 to 255. */
const lightness = (hex: string) =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0) / 3

test.each([...TEMPLATES, ...BLOCKS])(
  '$title: light text says on what it stands, which filters and mail programs look for',
  ({ content }) => {
    const styles = [...content.matchAll(/style="([^"]*)"/g)].map(([, style = '']) => style)
    const light = styles.filter(
      (style) => lightness(/(?<![\w-])color:(#[0-9a-f]{6})/.exec(style)?.[1] ?? '#000000') > 180,
    )
    expect(light.filter((style) => !/background-color:#[0-9a-f]{6}/.test(style))).toEqual([])
  },
)
