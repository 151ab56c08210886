import { expect, test } from 'vitest'
import { finishHtml } from './finish-html.ts'
import { HOSTILE_HTML } from './hostile-html.fixture.ts'

const SITE = { siteUrl: 'https://site.example/site', appUrl: 'https://app.example' }
const FOLDER = '/images/0b7e1c1a-7a52-4a59-9c8e-3f0d0a4b6c11'
const PICTURE = `${FOLDER}/1415.webp`

test('a fragment becomes a document with its character set', () => {
  const { html } = finishHtml('<p>Zoë</p>', SITE)
  expect(html).toMatch(/^<!DOCTYPE html>/)
  expect(html).toContain('<meta charset="utf-8">')
  expect(html).toContain('<p>Zoë</p>')
})

test('a document keeps its head and body tags', () => {
  const { html } = finishHtml(
    '<!DOCTYPE html><html lang="de"><head><title>T</title></head><body bgcolor="#eee"><p>x</p></body></html>',
    SITE,
  )
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<title>T</title>')
  expect(html).toContain('<body bgcolor="#eee">')
})

test('style rules are inlined, media queries stay', () => {
  const { html } = finishHtml(
    '<style>.a{color:red}@media (max-width:620px){.a{color:blue}}</style><p class="a">x</p>',
    SITE,
  )
  expect(html).toContain('<p class="a" style="color: red;">x</p>')
  expect(html).toContain('@media (max-width:620px){.a{color:blue}}')
})

test('comments for Outlook stay', () => {
  const mso = '<!--[if mso]><table><tr><td><![endif]-->'
  expect(finishHtml(`${mso}<p>x</p>`, SITE).html).toContain(mso)
})

test.each([
  ['/orders/1?a=1&amp;b=2', 'https://site.example/site/orders/1?a=1&amp;b=2'],
  ['orders/1', 'https://site.example/site/orders/1'],
  ['//cdn.example/x.png', 'https://cdn.example/x.png'],
  ['https://e.example/x', 'https://e.example/x'],
  ['mailto:a@e.example', 'mailto:a@e.example'],
  ['#top', '#top'],
  [PICTURE, `https://app.example${FOLDER}/mail-1415`],
  [`https://app.example${PICTURE}`, `https://app.example${FOLDER}/mail-1415`],
  [`${FOLDER}/original.webp`, `https://app.example${FOLDER}/mail-original`],
  [`${FOLDER}/original.png`, `https://app.example${FOLDER}/original.png`],
  [`https://elsewhere.example${PICTURE}`, `https://elsewhere.example${PICTURE}`],
  ['/images/logo.png', 'https://site.example/site/images/logo.png'],
])('a link to %s leads to %s', (link, expected) => {
  expect(finishHtml(`<a href="${link}">x</a>`, SITE).html).toContain(`<a href="${expected}">`)
})

test('the plain text has the words, the links, and the cells of a row side by side', () => {
  const { text } = finishHtml(
    '<title>T</title><div style="display:none">hidden</div><h1>Head</h1><table><tr><td>Origin</td><td><b>Ningbo</b></td></tr><tr><td>Destination</td><td>ONT8</td></tr></table><p>a<br>b <a href="/t">Track</a></p><img src="/x.png" alt="Logo">',
    SITE,
  )
  expect(text).toBe('Head\n\nOrigin Ningbo\nDestination ONT8\n\na\nb Track [https://site.example/site/t]')
})

test('nothing that runs remains', () => {
  for (const hostile of HOSTILE_HTML) {
    const { html } = finishHtml(`<p>a</p>${hostile}`, SITE)
    expect(html.replace(/<!--[\s\S]*?-->|&[a-z]+;/g, '')).not.toMatch(
      /<script|<iframe|<svg|<[^>]*\son\w+=|<[^>]*javascript:/i,
    )
  }
})

// A search worse than linear would outlast the runner's own limit.
test('half a megabyte of nested elements is finished', () => {
  expect(finishHtml(`<style>p{color:red}</style>${'<div>'.repeat(50_000)}x`, SITE).text).toBe('x')
})
