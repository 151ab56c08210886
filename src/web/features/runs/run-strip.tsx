import { CloseButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RunWithMails } from '#contract/runs/runs.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './runs.module.css'
import { SelectFailed } from './select-failed.tsx'
import { RunActions } from './shared/run-actions.tsx'
import { refreshAfterRun, runQuery } from './shared/run-calls.ts'
import { RunProgress } from './shared/run-progress.tsx'
import { RunReasons } from './shared/run-reasons.tsx'
import { isSuccess, mailTrouble, mailWords, runTitle, runWords } from './shared/run-words.ts'
import { LONG_HELD, useHeld } from './shared/use-held.ts'
import { unwatchRun, watchedRuns } from './shared/watched-runs.ts'

/** Runs shown at a time, the newest ones; the others are on their own page. */
const MOST = 3
/** Milliseconds for which a successful run stays after it can no longer be undone. */
const STAYS_MS = 5000

/** The progress of this person's runs, at the foot of every page until it is dismissed or has succeeded. */
export function RunStrip() {
  const user = storedToken.userId()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // A run whose page is open shows there.
  const runs = useStore(watchedRuns).filter((each) => each.user === user && path !== `/runs/${each.id}`)
  const strip = useRef<HTMLElement>(null)
  useFootRoom(strip, runs.length)
  if (runs.length === 0) return null
  const more = runs.length - MOST
  return (
    <aside ref={strip} className={classes.strip} aria-label="Bulk changes">
      {runs.slice(-MOST).map(({ id }) => (
        <StripLine key={id} id={id} />
      ))}
      {more > 0 && (
        <TextLink className={classes.more} to="/runs">
          and {more} more
        </TextLink>
      )}
    </aside>
  )
}

/** Gives pages and toasts an end above the strip. */
function useFootRoom(strip: { current: HTMLElement | null }, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip is there or not by the number of runs
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--qs-strip', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--qs-strip')
    }
  }, [count])
}

function StripLine({ id }: { id: number }) {
  const { data: run, error } = useQuery(runQuery(id))
  const gone = error instanceof ApiError && (error.code === 404 || error.code === 403)
  useEffect(() => {
    if (gone) unwatchRun(id)
  }, [gone, id])
  return run ? <Line run={run} /> : null
}

function Line({ run }: { run: RunWithMails }) {
  const left = useHeld(run)
  const over = run.finishedAt !== null
  useRefresh(run)
  useLeave(run, left)
  const mails = mailWords(run, left > 0)
  const trouble = mailTrouble(run, left > 0)
  return (
    <div className={classes.line} data-over={over || undefined}>
      <div className={classes.words}>
        <TextLink to="/runs/$runId" params={{ runId: String(run.id) }}>
          {runTitle(run)}
        </TextLink>
        {/* Screen readers read it out once the run is over, not at each step. */}
        <span className={classes.count} aria-hidden={!over || undefined}>
          {runWords(run)}
        </span>
        <VisuallyHidden role="status">
          {over ? [runTitle(run), runWords(run), ...mails].join('. ') : `${runTitle(run)} is under way`}
        </VisuallyHidden>
        {over && trouble && (
          <span className={classes.mails} data-trouble>
            Mails: {mails.join(', ')}
          </span>
        )}
        {left > 0 && left <= LONG_HELD && (
          <span className={classes.mails}>
            {run.mails.waiting > 0 ? `Mails leave in ${left} s` : `Can be undone for ${left} s`}
          </span>
        )}
      </div>
      {!over && (
        <div className={classes.bar}>
          <RunProgress run={run} />
        </div>
      )}
      <SelectFailed run={run} />
      <div className={classes.buttons}>
        <RunActions run={run} left={left} size="compact-sm" />
        {over && <CloseButton aria-label={`Dismiss ${runTitle(run)}`} onClick={() => unwatchRun(run.id)} />}
      </div>
      <RunReasons run={run} />
    </div>
  )
}

/** Reads again the data that the run changed, once it is over. */
function useRefresh({ finishedAt }: RunWithMails): void {
  const before = useRef(finishedAt)
  useEffect(() => {
    if (before.current === finishedAt) return
    before.current = finishedAt
    if (finishedAt) void refreshAfterRun()
  }, [finishedAt])
}

/** Removes a successful run once it can no longer be undone; any other waits for somebody. */
function useLeave(run: RunWithMails, left: number): void {
  const { id } = run
  // A run that can be undone for a day does not wait for that here.
  const held = left > 0 && left <= LONG_HELD
  const done = isSuccess(run) && !held && !mailTrouble(run, false)
  useEffect(() => {
    if (!done) return
    const timer = window.setTimeout(() => unwatchRun(id), STAYS_MS)
    return () => window.clearTimeout(timer)
  }, [done, id])
}
