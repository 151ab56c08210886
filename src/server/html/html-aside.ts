import { Worker } from 'node:worker_threads'
import { AppError } from '#server/errors.ts'
import type { LinkBases } from './finish-html.ts'
import { HTML_WORK, type HtmlAnswer, type HtmlTask, type HtmlWork } from './html-work.ts'

/*
 * The longest texts take half a second to clean and as long to finish, so a thread does it while the server answers others.
 * The thread starts with the first long text and ends when idle, or when a text takes too long. Short texts need no thread.
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

let thread: Thread | undefined
let lastId = 0

/** Ends a thread; its pending work fails with the reason. */
function end(ended: Thread, reason: unknown): void {
  if (thread === ended) thread = undefined
  clearTimeout(ended.timer)
  void ended.worker.terminate()
  for (const { reject } of ended.waiting.values()) reject(reason)
  ended.waiting.clear()
}

/** Restarts a thread's clock: for the current text, or until it counts as idle. */
function watch(watched: Thread): void {
  clearTimeout(watched.timer)
  const busy = watched.waiting.size > 0
  const reason = busy ? new AppError(400, TOO_SLOW) : undefined
  watched.timer = setTimeout(() => end(watched, reason), busy ? LIMIT_MS : IDLE_MS).unref()
}

function settle(settling: Thread, message: HtmlAnswer): void {
  const waited = settling.waiting.get(message.id)
  settling.waiting.delete(message.id)
  watch(settling)
  if ('failure' in message) waited?.reject(message.failure)
  else waited?.resolve(message.value)
}

/** In development and tests the thread's file is TypeScript, which Node cannot read. */
function newWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('html-thread.js', import.meta.url))
  const file = JSON.stringify(new URL('html-thread.ts', import.meta.url).href)
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${file}, ${file}))`, { eval: true })
}

function start(): Thread {
  const worker = newWorker()
  worker.unref()
  const started: Thread = { worker, waiting: new Map(), timer: undefined }
  worker.on('message', (message: HtmlAnswer) => settle(started, message))
  worker.on('error', (error) => end(started, error))
  worker.on('exit', () => end(started, new Error('The thread for long texts ended')))
  return started
}

function inThread(task: Omit<HtmlTask, 'id'>): Promise<unknown> {
  thread ??= start()
  const own = thread
  const id = ++lastId
  return new Promise((resolve, reject) => {
    own.waiting.set(id, { resolve, reject })
    if (own.waiting.size === 1) watch(own)
    own.worker.postMessage({ ...task, id } satisfies HtmlTask)
  })
}

type Value<Name extends keyof HtmlWork> = Awaited<ReturnType<HtmlWork[Name]>>

const NOWHERE: LinkBases = { siteUrl: '', appUrl: '' }

async function work<Name extends keyof HtmlWork>(name: Name, html: string, addresses = NOWHERE): Promise<Value<Name>> {
  const done = html.length <= SHORT_TEXT ? HTML_WORK[name](html, addresses) : inThread({ name, html, addresses })
  // The cast: the thread answers what the function of this name does.
  return (await done) as Value<Name>
}

/** `cleanRichText` without blocking others; null if elements are nested too deep. */
export const cleanRichTextAside = (html: string) => work('richText', html)
/** `cleanTagged` without blocking others; null if elements are nested too deep. */
export const cleanTaggedAside = (html: string) => work('tagged', html)
/** `finishHtml` without blocking others. */
export const finishHtmlAside = (html: string, addresses: LinkBases) => work('finish', html, addresses)
