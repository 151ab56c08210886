import { type Html, html } from './html.ts'

export type Section = 'home' | 'tracking' | 'account'

interface Page {
  title: string
  description?: string
  section?: Section
  body: Html
}

const LINKS: { section: Section; href: string; text: string }[] = [
  { section: 'home', href: '/site/', text: 'News' },
  { section: 'tracking', href: '/site/tracking', text: 'Tracking' },
  { section: 'account', href: '/site/account', text: 'My account' },
]

/** A page of the site around its body. */
export function layout({ title, description, section, body }: Page): string {
  const links = LINKS.map((link) =>
    link.section === section
      ? html`<a href="${link.href}" aria-current="page">${link.text}</a>`
      : html`<a href="${link.href}">${link.text}</a>`,
  )
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quayside</title>
${description ? html`<meta name="description" content="${description}">` : null}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/site/site.css">
</head>
<body>
<header class="bar"><div>
<a class="brand" href="/site/"><img src="/favicon.svg" alt="">Quayside</a>
<nav aria-label="Main">${links}</nav>
</div></header>
<main>${body}</main>
<footer>Freight forwarding and consolidation</footer>
</body>
</html>
`
  return page.source
}

/** A page with a message only. */
export const messagePage = (title: string, text: string, section?: Section) =>
  layout({
    title,
    section,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p><a href="/site/">Go to the main page</a></p>`,
  })
