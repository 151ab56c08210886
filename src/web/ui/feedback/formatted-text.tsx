import { createElement, Fragment, type ReactNode } from 'react'

const ELEMENTS = new Set(
  'p,strong,b,em,i,u,s,ul,ol,li,h2,h3,h4,blockquote,table,thead,tbody,tr,td,th,code,pre,sub,sup'.split(','),
)
const SAFE_LINK = /^(?:https?:|mailto:|tel:)/i

function childrenOf(node: Node): ReactNode {
  // Nodes never move, so their position is their key.
  return [...node.childNodes].map((child, index) => <Fragment key={String(index)}>{asReact(child)}</Fragment>)
}

function asReact(node: Node): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (name === 'script' || name === 'style') return null
  if (name === 'br' || name === 'hr') return createElement(name)
  const href = node.getAttribute('href') ?? ''
  if (name === 'a' && SAFE_LINK.test(href)) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {childrenOf(node)}
      </a>
    )
  }
  return ELEMENTS.has(name) ? createElement(name, null, childrenOf(node)) : childrenOf(node)
}

/** A short rich text in the page's own style: known elements and links, the rest as text. Sets no HTML. */
export function FormattedText({ html }: { html: string }) {
  return <>{childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}</>
}
