import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { inSpan } from '#server/traces/spans.ts'

/** Runs one job. If it throws, it is retried after growing pauses. `signal` aborts when the server stops. */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

export interface JobOptions {
  pool: pg.Pool
  /** Tasks by name, as SQL refers to them. */
  tasks: Record<string, Task>
  /** Lines of a crontab, in UTC: '7 * * * * sweep_hourly ?max=1'. */
  crontab?: string
  /** How many jobs this instance runs at once. */
  concurrency?: number
  log: FastifyBaseLogger
}

/** Passes on the queue's own messages only if something is wrong. */
function loggerOf(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { job: scope.taskIdentifier, jobId: scope.jobId }
    if (level === 'error') log.error(fields, message)
    else if (level === 'warning') log.warn(fields, message)
    else log.trace(fields, message)
  })
}

/** Milliseconds to wait for running jobs, and before a restart. */
const STOP_WAIT = 10_000
const RESTART_WAIT = 5_000

/**
 * Runs jobs from the queue in the database until stop(), which waits up to 10 s for running jobs. Instances
 * share one queue; each job runs on one of them. Restarts the queue if it fails.
 */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const { pool, tasks, crontab = '', concurrency = 4, log } = options
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    taskList[name] = (payload, { abortSignal }) => inSpan(`job ${name}`, () => task(payload, abortSignal))
  const stopping = new AbortController()
  const start = () =>
    run({
      pgPool: pool,
      taskList,
      crontab,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      gracefulShutdownAbortTimeout: 5_000,
      logger: loggerOf(log),
    })
  let runner = await start()
  const watch = async () => {
    while (!stopping.signal.aborted) {
      try {
        await runner.promise
        if (stopping.signal.aborted) return
        runner = await start()
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'job queue failed, restarting it')
        await wait(RESTART_WAIT, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      const done = new AbortController()
      const stopped = runner
        .stop()
        .then(() => watching)
        .catch(() => {})
      await Promise.race([
        stopped.finally(() => done.abort()),
        wait(STOP_WAIT, undefined, { signal: done.signal }).catch(() => {}),
      ])
    },
  }
}
