import { parentPort } from 'node:worker_threads'
import '#server/zones/iana.ts'

/** Functions that run in a thread, by name. Arguments and answers are copied between threads. */
export type ThreadWork = Record<string, (...args: never[]) => unknown>

/** A call of one of them. */
export interface Task {
  name: string
  args: unknown[]
}
/** The messages of a thread: it has started, or a task's answer or error. */
export type TaskAnswer = { ready: true } | { value: unknown } | { failure: unknown }

const say = (answer: TaskAnswer) => parentPort?.postMessage(answer)

/** Runs the tasks it is given; called in a thread. */
export function serveTasks(work: ThreadWork): void {
  parentPort?.on('message', async ({ name, args }: Task) => {
    try {
      // The casts: tasks name a function of this thread and carry its arguments.
      say({ value: await work[name]?.(...(args as never[])) })
    } catch (failure) {
      say({ failure })
    }
  })
  say({ ready: true })
}
