import { expect, test } from 'vitest'
import { HTML_VARIABLES, SECRET_VARIABLES, TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import { BLOCKS } from '#demo/mail/mail-blocks.ts'
import { TEMPLATES } from '#demo/mail/mail-templates.ts'
import { cleanTagged } from '#server/html/clean-html.ts'
import { finishHtml } from '#server/html/finish-html.ts'
import { finishSlotted } from '#server/html/finish-slotted.ts'
import { renderSlotted, renderTemplate, type TemplateValues } from '#server/mail/rendering/render-template.ts'

const BASES = { siteUrl: 'https://www.quayside.example', appUrl: 'https://office.quayside.example' }
const blocks = Object.fromEntries(BLOCKS.map(({ identifier, content }) => [identifier, cleanTagged(content)]))

/** Pseudo-random numbers from 0 up to 1, the same in every run. */
let seed = 7
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const oneOf = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0]

const HOSTILE = [
  ...[
    '',
    ' ',
    '0',
    'Ningbo',
    'two words',
    '  spaces  around  ',
    'one\ntwo\n\nthree',
    'one\r\ntwo',
    'tab\tbed',
    '\u0000nul',
  ],
  ...[
    '<b>bold</b>',
    '</td></tr></table>',
    '<script>x()</script>',
    '"quoted" & \'single\'',
    '&amp;',
    '&lt;b&gt;',
    '&',
    '&#60;',
  ],
  ...['{{ client.email }}', '{% if x %}', '{', '}}', '%}', '-->', '<!--', ']]>', '\ufdd00\ufdd2', '\ufdd1', '\ue000'],
  ...['https://www.quayside.example', 'https://www.quayside.example/tracking?code=A&b=2', 'http://x.example/a b'],
  ...['https://office.quayside.example/images/0b7e1c1a-7a52-4a59-9c8e-3f0d0a4b6c11/14.webp', 'https://', '//x.example'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '/orders/1',
    '#top',
    'mailto:a@b.example',
    'https://x.example/?q=javascript:',
  ],
  ...['\u00a0', 'a\u00a0b', '\u200b', 'a\u200bb', 'a\u2028b', '👩‍🚀 crew', '\ud800', 'é', '宁波', 'e\u0301', '\ufeffx'],
  ...[
    'x'.repeat(77),
    'x'.repeat(78),
    'x'.repeat(79),
    'x'.repeat(200),
    'word '.repeat(40),
    'amp;',
    'p;',
    'lt',
    'b>',
    '/td>',
  ],
  ...['slot', 'slot0z', 'display:none', 'red;background:url(javascript:x)', '_blank', 'Qty 3 < 4 > 2', '%d%s$&$1'],
] as unknown as readonly [string, ...string[]] // not empty

function hostileValues(): TemplateValues {
  const values: TemplateValues = {}
  // Mostly values that orders have, so that branches of both kinds are taken.
  for (const { identifier, sample } of TEMPLATE_VARIABLES)
    values[identifier] =
      random() < 0.5
        ? sample
        : HTML_VARIABLES.includes(identifier)
          ? '<p>x <b>y</b></p>'
          : SECRET_VARIABLES.has(identifier)
            ? oneOf([
                '',
                `${BASES.appUrl}/site/tracking/personal/…`,
                `${BASES.appUrl}/${identifier}/kZ-_${'a'.repeat(39)}`,
              ])
            : oneOf(HOSTILE)
  return values
}

async function expectTheSame(content: string, values: TemplateValues, used = blocks): Promise<void> {
  const template = { subject: 's', content }
  const { html } = renderTemplate(template, values, used)
  const expected = finishHtml(html, BASES)
  expect(await finishSlotted(renderSlotted(template, values, used).content, BASES)).toEqual(expected)
}

test.each(TEMPLATES.map(({ title, content }) => [title, cleanTagged(content)]))(
  'a mail is the same, to the byte, as if all of it were made for this order: %s',
  async (_, content) => {
    for (let i = 0; i < 12; i++) await expectTheSame(content, hostileValues())
  },
)

const A = '{{ order.eventComment }}'
const B = '{{ order.description }}'
const PLACES = [
  `<p>${A}</p>`,
  `${A}`,
  `<p>${A}${B}</p>`,
  `<p>${A} ${B}, and so on and so forth, until the line is longer than seventy-eight characters, or so (${A}).</p>`,
  `<p>x${A}y<br>${B}<b>${A}</b>z</p><hr><h2>${B}</h2>`,
  `<a href="${A}">${B}</a>`,
  `<a href="${A}">${A}</a> <a href="mailto:${A}">${A}</a>`,
  `<a href="${A}?x=${B}">go</a> <a href="https://${A}">go</a>`,
  `<a href="https://www.quayside.example">${A}</a><a href="${A}"></a>`,
  `<style>a[href*="quayside"]{color:red} p{margin:0}</style><p><a href="${A}">go</a></p>`,
  `<style>.${A}{color:red}</style><p class="${A}">x</p>`,
  `<html><head><title>${A}</title></head><body>${B}</body></html>`,
  `<p>&${A}</p><p>&am${A}</p><p>&lt${A} &#6${A}</p><p>{{ '{' }}${A}</p>`,
  `<table>${A}<tr><td>${B}</td></tr></table>`,
  `<table><tr>${A}<td>x</td></tr></table>`,
  `<table><tr><td>${A}</td><td>${B}</td></tr><tr><th>${A}</th></tr></table>`,
  `<pre>${A}</pre><p>${B}</p>`,
  `<ul><li>${A}</li><li>${B}</li></ul><ol><li>${A}</li></ol>`,
  `<blockquote>${A} <p>${B}</p></blockquote><dl><dt>${A}</dt><dd>${B}</dd></dl>`,
  `<p>${A}<wbr>${B}</p>`,
  `<img src="${A}" alt="${B}"><img src="https://x.example/x.png" title="${A}">`,
  `<td background="${A}">${B}</td><p style="color:${A}">x</p><p title=${A}>y</p>`,
  `<!--[if mso]><p>${A}</p><![endif]--><p>${B}</p><!-- ${A} -->`,
  `<p>{% if order.eventComment == order.description %}same ${A}{% elsif order.eventComment %}${B}{% endif %}</p>`,
  `<p>{{ order.eventComment | upcase }} {{ order.description | default: 'none' | downcase }}</p>`,
  `<p>{{ blocks.x }} {{ blocks.x | upcase }}</p>{% if blocks.x contains "Ningbo" %}${A}{% endif %}`,
  `<div style="display:none">${A}</div><p>${B}</p>`,
  `<select>${A}</select><textarea>${A}</textarea><p>${B}`,
]

test.each(PLACES.map((place) => [place]))(
  'a value leaves the rest as it is, and is left as it is, in %s',
  async (place) => {
    const used = { x: `<p>${A} <a href="${B}">${B}</a></p>` }
    for (const source of [place, cleanTagged(place)])
      for (let i = 0; i < 40; i++) {
        const sent = oneOf(HOSTILE)
        const values = { 'order.eventComment': sent, 'order.description': random() < 0.2 ? sent : oneOf(HOSTILE) }
        await expectTheSame(source, values, used)
      }
  },
)

test('two orders differ in the texts in the slots only', () => {
  const render = (comment: string) =>
    renderSlotted({ subject: 's', content: `<p>${A}</p>` }, { 'order.eventComment': comment }, {}).content
  expect(render('Sailed')).toEqual({ html: render('Delayed by <b>').html, texts: ['Sailed'], secrets: new Set() })
})

test('every hostile text alone, and beside itself', async () => {
  for (const text of HOSTILE)
    await expectTheSame(`<p>${A}</p><p>a ${A} b${A}c</p>`, { 'order.eventComment': text, 'order.description': text })
})
