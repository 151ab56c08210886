import { Worker } from 'node:worker_threads'
import { AppError, busy } from '#server/errors.ts'
import type { LinkBases } from './finish-html.ts'
import { HTML_WORK, type HtmlAnswer, type HtmlTask, type HtmlWork } from './html-work.ts'

/*
 * The longest texts take half a second to clean and as long to finish, so a thread does it while the server answers others.
 * A thread starts with the first long text and ends when idle, or when a text takes too long. Short texts need no thread.
 */
const SHORT_TEXT = 10_000
const LIMIT_MS = 10_000
const IDLE_MS = 60_000
const TOO_SLOW = 'This text takes too long to process. Please simplify it.'

interface Waiting {
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}
interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
  timer: NodeJS.Timeout | undefined
}
/** A thread with a queue of its own; texts beyond `most` get 503. */
interface Lane {
  most: number
  thread?: Thread | undefined
}

/** What people who are logged in write and send. */
const own: Lane = { most: 50 }
/** What anybody may look at: it must never keep the others waiting. */
const open: Lane = { most: 20 }

let lastId = 0

/** Ends a thread; its pending work fails with the reason. */
function end(lane: Lane, ended: Thread, reason: unknown): void {
  if (lane.thread === ended) lane.thread = undefined
  clearTimeout(ended.timer)
  void ended.worker.terminate()
  for (const { reject } of ended.waiting.values()) reject(reason)
  ended.waiting.clear()
}

/** Restarts a thread's clock: for the current text, or until it counts as idle. */
function watch(lane: Lane, watched: Thread): void {
  clearTimeout(watched.timer)
  const working = watched.waiting.size > 0
  const reason = working ? new AppError(400, TOO_SLOW) : undefined
  watched.timer = setTimeout(() => end(lane, watched, reason), working ? LIMIT_MS : IDLE_MS).unref()
}

function settle(lane: Lane, settling: Thread, message: HtmlAnswer): void {
  const waited = settling.waiting.get(message.id)
  settling.waiting.delete(message.id)
  watch(lane, settling)
  if ('failure' in message) waited?.reject(message.failure)
  else waited?.resolve(message.value)
}

/** In development and tests the thread's file is TypeScript, which Node cannot read. */
function newWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('html-thread.js', import.meta.url))
  const file = JSON.stringify(new URL('html-thread.ts', import.meta.url).href)
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${file}, ${file}))`, { eval: true })
}

function start(lane: Lane): Thread {
  const worker = newWorker()
  worker.unref()
  const started: Thread = { worker, waiting: new Map(), timer: undefined }
  worker.on('message', (message: HtmlAnswer) => settle(lane, started, message))
  worker.on('error', (error) => end(lane, started, error))
  worker.on('exit', () => end(lane, started, new Error('The thread for long texts ended')))
  return started
}

async function inThread(lane: Lane, task: Omit<HtmlTask, 'id'>): Promise<unknown> {
  lane.thread ??= start(lane)
  const { thread } = lane
  if (thread.waiting.size >= lane.most) throw busy()
  const id = ++lastId
  return new Promise((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject })
    if (thread.waiting.size === 1) watch(lane, thread)
    thread.worker.postMessage({ ...task, id } satisfies HtmlTask)
  })
}

type Value<Name extends keyof HtmlWork> = Awaited<ReturnType<HtmlWork[Name]>>

const NOWHERE: LinkBases = { siteUrl: '', appUrl: '' }

async function work<Name extends keyof HtmlWork>(name: Name, html: string, addresses = NOWHERE): Promise<Value<Name>> {
  const done = html.length <= SHORT_TEXT ? HTML_WORK[name](html, addresses) : inThread(own, { name, html, addresses })
  // The cast: the thread answers what the function of this name does.
  return (await done) as Value<Name>
}

/** `cleanRichText` without blocking others; null if elements are nested too deep. Throws 503 if too many wait. */
export const cleanRichTextAside = (html: string) => work('richText', html)
/** `cleanTagged` without blocking others; null if elements are nested too deep. Throws 503 if too many wait. */
export const cleanTaggedAside = (html: string) => work('tagged', html)
/** `finishHtml` without blocking others. Throws 503 if too many wait. */
export const finishHtmlAside = (html: string, addresses: LinkBases) => work('finish', html, addresses)

/** `cleanRichTextAside` for what anybody may look at: in a thread of its own, however short. Throws 503 if too many wait. */
export async function cleanRichTextApart(html: string): Promise<string | null> {
  // The cast: as above.
  return (await inThread(open, { name: 'richText', html, addresses: NOWHERE })) as string | null
}
