import { queryOptions } from '@tanstack/react-query'
import {
  CHARTS_PATH,
  charts,
  FIGURE_LABELS,
  FIGURES_PATH,
  type FigureCode,
  figureRow,
  figures,
} from '#contract/attention/figures.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { ATTENTION } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { listCall } from '#web/lib/list/list-call.ts'

const WATCH_MS = 60_000

/** The figures of the day, read again whenever the queue changes. */
export const figuresQuery = queryOptions({
  queryKey: [...ATTENTION, 'figures'],
  queryFn: ({ signal }) => request(figures, FIGURES_PATH, { signal }),
  refetchInterval: WATCH_MS,
})

/** The data of the charts. */
export const chartsQuery = queryOptions({
  queryKey: ['attention-charts'],
  queryFn: ({ signal }) => request(charts, CHARTS_PATH, { signal }),
})

/** The list behind a figure, page by page. */
export const figureCall = (figure: FigureCode) =>
  listCall({ key: [...ATTENTION, figure], path: `${FIGURES_PATH}/${figure}`, row: figureRow })

/** The figure in an address; undefined for none. */
export const figureOf = (name: string | undefined) => keysOf(FIGURE_LABELS).find((code) => code === name)
