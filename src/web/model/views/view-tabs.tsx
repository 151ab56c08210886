import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { View } from '#contract/views/view.ts'
import { countsQuery } from '#web/model/views/saving/view-calls.ts'
import { BUILT_IN } from './built-in.ts'
import type { ViewAddress } from './use-view-address.ts'
import type { Viewed } from './view-state.ts'
import classes from './views.module.css'

interface ViewTabsProps {
  address: ViewAddress
  viewed: Viewed
}

/** Links to the built-in views, the pinned ones with their counts, and the one that is open. */
export function ViewTabs({ address, viewed }: ViewTabsProps) {
  const { views, opening } = address
  const shown = views.filter(({ pinned, id }) => pinned || id === viewed.view?.id)
  const { seen, watch } = useInSight()
  const counted = shown.flatMap(({ id, pinned }) => (pinned && seen.has(id) ? [id] : []))
  const { data: counts = {} } = useQuery(countsQuery(counted))
  const builtIn = BUILT_IN[viewed.list]
  return (
    <ul className={classes.tabs}>
      {builtIn.map(({ key, name }) => (
        <Tab
          key={key}
          current={viewed.builtIn?.key === key}
          search={opening(key === builtIn[0].key && !viewed.opensOther ? undefined : key)}
        >
          {name}
        </Tab>
      ))}
      {shown.map((view) => {
        const count = view.pinned && counts[view.id]
        return (
          <Tab key={view.id} current={viewed.view?.id === view.id} search={opening(view.id)} watch={watch} id={view.id}>
            {view.name}
            {count && (
              <span className={classes.count}>
                {count.count}
                {count.capped && '+'}
              </span>
            )}
          </Tab>
        )
      })}
    </ul>
  )
}

interface TabProps {
  current: boolean
  search: Record<string, unknown>
  children: ReactNode
  /** Reports whether the tab of this view is in sight. */
  watch?: (id: View['id'], element: Element) => () => void
  id?: View['id']
}

function Tab({ current, search, children, watch, id }: TabProps) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = item.current
    return element && watch && id !== undefined ? watch(id, element) : undefined
  }, [watch, id])
  useEffect(() => {
    if (current) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <li ref={item}>
      <Link
        to="."
        search={() => search}
        className={classes.tab}
        activeProps={NO_PROPS}
        // EXACTLY compares the whole address; the router's default ignores what the link does not name.
        activeOptions={EXACTLY}
        data-current={current || undefined}
        aria-current={current ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  )
}
const NO_PROPS = {}
const EXACTLY = { exact: true, includeSearch: true }

/** The tabs in sight: views whose tab is scrolled away are not counted. */
function useInSight() {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const watch = useCallback((id: number, element: Element) => {
    const put = (inSight: boolean) =>
      setSeen((before) => {
        if (before.has(id) === inSight) return before
        const next = new Set(before)
        if (inSight) next.add(id)
        else next.delete(id)
        return next
      })
    const observer = new IntersectionObserver((entries) => put(entries.at(-1)?.isIntersecting === true))
    observer.observe(element)
    return () => {
      observer.disconnect()
      put(false)
    }
  }, [])
  return { seen, watch }
}
