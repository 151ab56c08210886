import { expect, test } from 'vitest'
import { foldQuoted, foldQuotedHtml } from './fold-quoted.ts'

test.each([
  ['a line that names the writer', 'On Nov 25, 2026, Quayside <a@b.example> wrote:\n> Dear client'],
  ['such a line that was cut in two', 'On Nov 25, 2026, Quayside\n<a@b.example> wrote:\n> Dear client'],
  ["Outlook's rule", '-----Original Message-----\nFrom: Quayside'],
  ['a header', 'From: Quayside <a@b.example>\nSent: Friday\nTo: Anna\nSubject: Papers'],
  ['Chinese', '张三 <a@b.example> 于2026年11月25日写道：\n> 你好'],
  ['quoted lines alone', '> Dear client\n>\n> Thank you\n'],
])('what follows %s is quoted', (_, quoted) => {
  expect(foldQuoted(`Hello,\n\nfine.\n\n${quoted}`)).toEqual({ own: 'Hello,\n\nfine.', quoted: quoted.trim() })
})

test.each([
  ['with answers between quoted lines', 'Hello\n> When?\nOn Friday.\n> Where?\nAt the depot.'],
  ['that is a forward alone', '---------- Forwarded message ----------\nFrom: a@b.example\nSubject: Papers\n\nHello'],
  ['about cargo that goes from one place to another', 'From: Ningbo\nTo: Vancouver\n3 CBM'],
])('a text %s shows whole', (_, text) => {
  expect(foldQuoted(text)).toEqual({ own: text, quoted: '' })
})

test('HTML folds the quote that it ends with, and no quote that is answered below', () => {
  const parser = new DOMParser()
  expect(foldQuotedHtml('<p>Fine.</p><blockquote>Earlier</blockquote>', parser)).toBe(
    '<p>Fine.</p><details><summary>Quoted text</summary><blockquote>Earlier</blockquote></details>',
  )
  const answered = '<blockquote>When?</blockquote><p>On Friday.</p>'
  expect(foldQuotedHtml(answered, parser)).toBe(answered)
  const forwarded = '<blockquote>All of it</blockquote>'
  expect(foldQuotedHtml(forwarded, parser)).toBe(forwarded)
})
