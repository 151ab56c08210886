import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { isJustBefore, lastList } from '#web/lib/list/last-list.ts'
import { backLinkOf } from './back-link-of.ts'
import classes from './shell.module.css'

/** 'Back to Orders / Clients / CSR / Client': a link to the list as it was left, scroll position included. */
export function BackLink({ pathname }: { pathname: string }) {
  const router = useRouter()
  const link = backLinkOf(pathname)
  if (!link) return null
  const left = lastList(link.to)
  const back = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!plain || !left || !isJustBefore(left, router)) return
    event.preventDefault()
    router.history.back()
  }
  const content = (
    <>
      <IconArrowLeft size={16} aria-hidden />
      <span>
        {/* The smallest phones only have room for the destination. */}
        <span className={classes.backTo}>Back to </span>
        {link.label.replace('Back to ', '')}
      </span>
    </>
  )
  if (link.to === '/clients/$userId') {
    return (
      <Link className={classes.back} to={link.to} params={{ userId: link.userId ?? '' }}>
        {content}
      </Link>
    )
  }
  return (
    <Link className={classes.back} to={link.to} search={left?.search} onClick={back}>
      {content}
    </Link>
  )
}
