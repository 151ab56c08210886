import { useEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'
import { createStore } from './store.ts'

/** An action on the page that is shown. */
export interface PageAction {
  label: string
  /** What it does to which record, 'load 7': the box runs it by this name once the record's page is there. */
  name?: string
  /** The single key for it, by `event.key`. */
  keys?: string
  run: () => void
  /** False while it is not possible; by default it is. */
  can?: () => boolean
  /** True for a way to move about, which only the list of keys names. */
  move?: true
  /** True for one of many, which the box offers only to a typed text. */
  typed?: true
}

const pages = new Set<{ readonly current: readonly PageAction[] }>()
/** A counter that goes up when a part with actions comes or goes. */
export const pageChanges = createStore(0)

/** Actions of the parts on screen, the outer ones last. */
export const pageActions = (): PageAction[] => [...pages].flatMap(({ current }) => current)

/** Milliseconds in which the page of a record must offer an action that was asked for on the way to it. */
const ASKED_MS = 10_000
const asked = { name: '', until: 0 }

/** Runs the action with this name as soon as a page offers it and it is possible; what is asked for later replaces it. */
export function askForAction(name: string): void {
  asked.name = name
  asked.until = performance.now() + ASKED_MS
  runAsked(pageActions())
}

function runAsked(actions: readonly PageAction[]): void {
  if (asked.name === '') return
  const found = actions.find(({ name, can }) => name === asked.name && (can?.() ?? true))
  if (!found) return
  asked.name = ''
  if (performance.now() < asked.until) found.run()
}

/**
 * Offers actions in the box and in the list of keys while the component is on screen. Their keys are
 * single-key shortcuts.
 */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
    runAsked(actions)
  })
  useEffect(() => {
    pages.add(latest)
    pageChanges.set(pageChanges.get() + 1)
    return () => {
      pages.delete(latest)
      pageChanges.set(pageChanges.get() + 1)
    }
  }, [])
  useShortcuts(Object.fromEntries(actions.flatMap(({ keys, run }) => (keys ? [[keys, run]] : []))))
}
