import { parentPort } from 'node:worker_threads'

/** Functions that run in a thread, by name. Arguments and answers are copied between threads. */
export type ThreadWork = Record<string, (...args: never[]) => unknown>

/** A call of one of them. */
export interface Task {
  name: string
  args: unknown[]
}
/** What a thread says: that it has started, or what a task answered or threw. */
export type TaskAnswer = { ready: true } | { value: unknown } | { failure: unknown }

const say = (answer: TaskAnswer) => parentPort?.postMessage(answer)

/** Called in a thread: runs the tasks it is given. */
export function serveTasks(work: ThreadWork): void {
  parentPort?.on('message', async ({ name, args }: Task) => {
    try {
      // The casts: tasks name a function of this thread and carry what it takes.
      say({ value: await work[name]?.(...(args as never[])) })
    } catch (failure) {
      say({ failure })
    }
  })
  say({ ready: true })
}
