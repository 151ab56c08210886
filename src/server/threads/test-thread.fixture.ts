import { serveTasks } from './serve-tasks.ts'

/** Tasks that go wrong in every way, for the tests of threads. */
export const FIXTURE_WORK = {
  echo: (value: string) => value,
  spin: (): string => {
    for (;;);
  },
  throw: (): string => {
    throw new Error('thrown in the thread')
  },
  exit: (): string => process.exit(1),
  fill: (): string => {
    const all: string[][] = []
    for (;;) all.push(Array.from({ length: 1_000 }, (_, index) => `text ${index} ${all.length}`))
  },
}

serveTasks(FIXTURE_WORK)
