import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconProgress,
} from '@tabler/icons-react'
import type { Run, RunItem } from '#contract/runs/runs.ts'
import { isSuccess, runWords } from './run-words.ts'

const lookOf = (run: Run) => {
  if (run.finishedAt === null) return { tone: 'info', icon: IconProgress } as const
  if (!isSuccess(run)) return { tone: 'warn', icon: IconAlertTriangle } as const
  if (run.state === 'undone') return { tone: 'neutral', icon: IconArrowBackUp } as const
  return { tone: 'good', icon: IconCircleCheck } as const
}

/** What became of a run as a StatusBadge shows it. */
export const runLook = (run: Run) => ({ ...lookOf(run), children: runWords(run) })

/** The states of an order of a run, in the order of their number of readers. */
export const ITEM_STATE_LABELS: Readonly<Record<RunItem['state'], string>> = {
  failed: 'Failed',
  done: 'Done',
  skipped: 'Left out',
  undone: 'Undone',
  waiting: 'Waiting',
}

const ITEM_LOOKS = {
  failed: { tone: 'bad', icon: IconCircleX },
  done: { tone: 'good', icon: IconCircleCheck },
  skipped: { tone: 'neutral', icon: IconCircleMinus },
  undone: { tone: 'neutral', icon: IconArrowBackUp },
  waiting: { tone: 'info', icon: IconClock },
} as const

/** The state of an order of a run as a StatusBadge shows it. */
export const itemLook = (state: RunItem['state']) => ({ ...ITEM_LOOKS[state], children: ITEM_STATE_LABELS[state] })
