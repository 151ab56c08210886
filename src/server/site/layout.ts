import { type Html, html } from './html.ts'
import { STYLE_VERSION } from './style.ts'

type Section = 'home' | 'tracking' | 'account'
/** Pages for the one person who has the link. */
export type Personal = 'upload' | 'tracking' | 'offer'

interface Page {
  title: string
  /** For search engines; a page without one is not for them. */
  description?: string | undefined
  section?: Section | undefined
  body: Html
  /** Without the ways to other pages. */
  personal?: Personal
}

const LINKS: { section: Section; href: string; text: string }[] = [
  { section: 'home', href: '/site/', text: 'News' },
  { section: 'tracking', href: '/site/tracking', text: 'Tracking' },
  { section: 'account', href: '/site/account', text: 'My account' },
]

const NOT_INDEXED = html`<meta name="robots" content="noindex">`
const SHARED = html`<link rel="stylesheet" href="/site/site.css?v=${STYLE_VERSION}">`

/** The style and the script that this server serves whatever serves the other pages. */
const PERSONAL = {
  upload: html`<link rel="stylesheet" href="/site/upload/page.css">
<script src="/site/upload/page.js" defer></script>`,
  tracking: html`<link rel="stylesheet" href="/site/tracking/page.css">`,
  offer: html`<link rel="stylesheet" href="/site/offer/page.css">`,
}

/** A page of the site around its body. */
export function layout({ title, description, section, body, personal }: Page): string {
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
${description && !personal ? html`<meta name="description" content="${description}">` : NOT_INDEXED}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${personal ? PERSONAL[personal] : SHARED}
</head>
<body>
<header class="bar"><div>
${
  personal
    ? html`<span class="brand"><img src="/favicon.svg" alt="">Quayside</span>`
    : html`<a class="brand" href="/site/"><img src="/favicon.svg" alt="">Quayside</a>
<nav aria-label="Main">${links}</nav>`
}
</div></header>
<main>${body}</main>
<footer>Freight forwarding and consolidation</footer>
</body>
</html>
`
  return page.source
}

/** A page with a message, and what can be done about it. */
export const messagePage = (page: Omit<Page, 'body' | 'description'>, text: string, more: Html | false = false) =>
  layout({ ...page, body: html`<h1>${page.title}</h1><p class="lead">${text}</p>${more}` })

/** A page of the site with a message only. */
export const siteMessage = (title: string, text: string, section?: Section) =>
  messagePage({ title, section }, text, html`<p><a href="/site/">Go to the main page</a></p>`)
