import type { Worker } from 'node:worker_threads'
import { busy, errorCode } from '#server/errors.ts'
import { type Caller, FairQueue } from './fair-queue.ts'
import { newWorker } from './new-worker.ts'
import type { Task, TaskAnswer, ThreadWork } from './serve-tasks.ts'

/** Work off the main loop: threads of one file, and a queue of their own. */
export interface ThreadsOptions {
  /** The thread's file without its extension, and the `import.meta.url` of a module beside it. */
  file: string
  beside: string
  /** Most threads. All but the first start only when a task has waited for a while. */
  threads: number
  /** Most of them that work for one caller; all by default. Callers without a name are many. */
  own?: number
  /** Most tasks that run or wait; more get 503. */
  most: number
  /**
   * Milliseconds of a task. One that takes longer, or more memory than `memoryMb`, fails with `tooSlow`. The
   * others continue in a new thread.
   */
  limitMs: number
  memoryMb: number
  /** Milliseconds without a task after which a thread ends; a minute by default. */
  idleMs?: number
  tooSlow: () => Error
  /** Parts of a task's arguments that move to the thread instead of being copied. */
  moves?: (args: readonly unknown[]) => ArrayBuffer[]
}

interface Waiting extends Task {
  caller: Caller
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}
interface Thread {
  worker: Worker
  ready: boolean
  task: Waiting | undefined
  /** Runs until the task is too slow, or the thread has been idle for long. */
  timer: NodeJS.Timeout | undefined
}

const IDLE_MS = 60_000
/** Milliseconds that a task waits before another thread starts for it. */
const HELP_AFTER_MS = 500

/** Threads of one file and their queue. */
class Threads {
  readonly #options: ThreadsOptions
  readonly #open = new Set<Thread>()
  readonly #queue = new FairQueue<Waiting>()
  #help: NodeJS.Timeout | undefined

  constructor(options: ThreadsOptions) {
    this.#options = options
  }

  /** Adds a task. Throws 503 if too many wait, first for the caller with the most tasks. */
  async add(caller: Caller, task: Task): Promise<unknown> {
    const running = [...this.#open].filter((thread) => thread.task).length
    if (this.#queue.size + running >= this.#options.most) {
      const given = this.#queue.giveUpFor(caller)
      if (!given) throw busy()
      given.reject(busy())
    }
    return new Promise((resolve, reject) => {
      this.#queue.add(caller, { ...task, caller, resolve, reject })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    for (const thread of this.#open) if (!thread.task) this.#giveNext(thread)
    if (this.#queue.size > 0 && this.#open.size === 0) this.#giveNext(this.#start())
    if (this.#needsHelp() && !this.#help) this.#help = setTimeout(() => this.#startHelp(), HELP_AFTER_MS).unref()
  }

  #startHelp(): void {
    this.#help = undefined
    if (this.#needsHelp()) this.#giveNext(this.#start())
    this.#dispatch()
  }

  #needsHelp(): boolean {
    return this.#open.size < this.#options.threads && this.#queue.waitsFor(this.#mayHave)
  }

  /** Whether another task of this caller may run. */
  readonly #mayHave = (caller: Caller): boolean => {
    const { own = this.#options.threads } = this.#options
    return caller === null || [...this.#open].filter(({ task }) => task?.caller === caller).length < own
  }

  #giveNext(thread: Thread): void {
    thread.task = this.#queue.take(this.#mayHave)
    if (!thread.task) return
    const { name, args } = thread.task
    this.#watch(thread)
    thread.worker.postMessage({ name, args } satisfies Task, this.#options.moves?.(args) ?? [])
  }

  #start(): Thread {
    const { file, beside, memoryMb } = this.#options
    const worker = newWorker(file, beside, { memoryMb })
    const thread: Thread = { worker, ready: false, task: undefined, timer: undefined }
    this.#open.add(thread)
    worker.on('message', (answer: TaskAnswer) => this.#settle(thread, answer))
    worker.on('error', (error) => this.#end(thread, error))
    worker.on('exit', () => this.#end(thread, new Error(`The thread ${file} ended`)))
    return thread
  }

  #settle(thread: Thread, answer: TaskAnswer): void {
    const { task } = thread
    if ('ready' in answer) thread.ready = true
    else {
      thread.task = undefined
      if ('failure' in answer) task?.reject(answer.failure)
      else task?.resolve(answer.value)
    }
    this.#watch(thread)
    if (!thread.task) this.#dispatch()
  }

  #watch(thread: Thread): void {
    clearTimeout(thread.timer)
    // The time a thread takes to start does not count for the task.
    if (!thread.ready) return
    const { limitMs, tooSlow, idleMs = IDLE_MS } = this.#options
    thread.timer = setTimeout(() => this.#end(thread, tooSlow()), thread.task ? limitMs : idleMs).unref()
  }

  #end(thread: Thread, reason: unknown): void {
    if (!this.#open.delete(thread)) return
    clearTimeout(thread.timer)
    void thread.worker.terminate()
    const outOfMemory = errorCode(reason) === 'ERR_WORKER_OUT_OF_MEMORY'
    thread.task?.reject(outOfMemory ? this.#options.tooSlow() : reason)
    this.#dispatch()
  }
}

/**
 * Runs the functions of `Work` in threads, one at a time in each, so that a slow one fails alone. Callers
 * take turns. Throws 503 if too many wait, `tooSlow` beyond the limits, and whatever the function throws.
 */
export function createThreads<Work extends ThreadWork>(options: ThreadsOptions) {
  const threads = new Threads(options)
  return <Name extends keyof Work & string>(
    caller: Caller,
    name: Name,
    ...args: Parameters<Work[Name]>
  ): Promise<Awaited<ReturnType<Work[Name]>>> =>
    // The cast: the thread answers with the result of this function.
    threads.add(caller, { name, args }) as Promise<Awaited<ReturnType<Work[Name]>>>
}
