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

/** The badge of a run's outcome. */
export const runLook = (run: Run) => ({ ...lookOf(run), children: runWords(run) })

/** States of an order in a run; those that most people look for come first. */
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

/** The badge of an order's state in a run. */
export const itemLook = (state: RunItem['state']) => ({ ...ITEM_LOOKS[state], children: ITEM_STATE_LABELS[state] })
