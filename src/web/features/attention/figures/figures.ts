import { keepPreviousData, queryOptions } from '@tanstack/react-query'
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

/** The figures of the day of the orders of an owner, or of all; read again whenever the queue changes. */
export const figuresQuery = (owner: string | undefined) =>
  queryOptions({
    queryKey: [...ATTENTION, 'figures', owner],
    queryFn: ({ signal }) => request(figures, FIGURES_PATH, { query: { owner }, signal }),
    refetchInterval: WATCH_MS,
    placeholderData: keepPreviousData,
  })

/** The data of the charts. */
export const chartsQuery = queryOptions({
  queryKey: ['attention-charts'],
  queryFn: ({ signal }) => request(charts, CHARTS_PATH, { signal }),
})

/** The list behind a figure, page by page. */
export const figureCall = (figure: FigureCode, owner: string | undefined) =>
  listCall({ key: [...ATTENTION, figure], path: `${FIGURES_PATH}/${figure}`, row: figureRow, filters: { owner } })

/** The figure in an address; undefined for none. */
export const figureOf = (name: string | undefined) => keysOf(FIGURE_LABELS).find((code) => code === name)
