import { z } from 'zod'
import {
  CHARTS_PATH,
  charts,
  FIGURE_CODES,
  FIGURES_PATH,
  figurePage,
  figures,
  KEPT_SECONDS,
} from '#contract/attention/figures.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { oneOf } from '#contract/lib/fields.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { ok } from '#server/http/reply.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { shareReads } from '#server/resource/share-reads.ts'
import { readCharts } from './charts.ts'
import { listFigure, readFigures } from './figures.ts'
import { ownerOf } from './owners.ts'
import { remembered } from './remembered.ts'

const tags = ['Attention']
const OWNER = { owner: z.string().optional() }
const KEPT_MS = KEPT_SECONDS * 1000
const code = oneOf(FIGURE_CODES, 'No such figure')

/** Calls for the figures of the day, the lists behind them, and the charts. */
export function figureRoutes(app: App): void {
  const figuresNow = shareReads(readFigures)
  const chartsNow = remembered(KEPT_MS, readCharts)

  app.get(
    `/${FIGURES_PATH}`,
    { schema: { tags, querystring: z.object(OWNER), response: { 200: envelope(figures) } } },
    async (request) => {
      const owner = ownerOf(request.query.owner, sessionOf(request).userId)
      return ok(await request.read((from) => figuresNow(from, owner)))
    },
  )

  app.get(`/${CHARTS_PATH}`, { schema: { tags, response: { 200: envelope(charts) } } }, async (request) =>
    ok(await request.read(chartsNow)),
  )

  app.get(
    `/${FIGURES_PATH}/:figure`,
    {
      schema: {
        tags,
        params: z.object({ figure: z.string().max(50) }),
        querystring: listQuerystring({ searched: false, more: OWNER }),
        response: { 200: envelope(figurePage) },
      },
    },
    async (request) => {
      const figure = code.safeParse(request.params.figure)
      if (!figure.success) throw notFound('Figure')
      const query = parseListQuery(request.query, [])
      const owner = ownerOf(request.query.owner, sessionOf(request).userId)
      return ok(await request.read((from) => listFigure(from, query, { figure: figure.data, owner })))
    },
  )
}
