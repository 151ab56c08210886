import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'

/** A kind of job. When it throws, it is run again after growing pauses; `signal` aborts when the server stops. */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>

export interface JobOptions {
  pool: pg.Pool
  /** Jobs by name, as they are added by SQL. */
  tasks: Record<string, Task>
  /** Lines of a crontab, in UTC: '7 * * * * sweep_hourly ?max=1'. */
  crontab?: string
  /** Jobs that run at once on this instance. */
  concurrency?: number
  log: FastifyBaseLogger
}

/** The queue's own messages matter only when something is wrong. */
function loggerOf(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { job: scope.taskIdentifier, jobId: scope.jobId }
    if (level === 'error') log.error(fields, message)
    else if (level === 'warning') log.warn(fields, message)
    else log.trace(fields, message)
  })
}

/** Milliseconds. */
const STOP_WAIT = 10_000
const RESTART_WAIT = 5_000

/**
 * Takes jobs from the queue in the database until stop(), which waits for running ones, 10 s at most. Instances share one
 * queue, and each job runs on one of them. A queue that fails is restarted.
 */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const { pool, tasks, crontab = '', concurrency = 4, log } = options
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    taskList[name] = (payload, { abortSignal }) => task(payload, abortSignal)
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
        log.error({ err: error }, 'the job queue failed and is restarted')
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
