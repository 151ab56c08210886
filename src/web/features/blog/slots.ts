import {
  ARTICLE_TOASTS,
  ARTICLE_TYPE_LABELS,
  type ArticlePositions,
  ArticleType,
  articlePositions,
  articleType,
  NO_ARTICLE,
} from '#contract/blog/articles.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { type AskSides, type SaveConflict, saveMerging } from '#web/lib/saving/save-merging.ts'
import { positionsQuery, refreshArticles, visibleQuery } from './article-queries.ts'

export const SLOT_NAMES = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'] as const

/** The name of a slot: 'Third' for 3. */
export const slotName = (slot: number) => SLOT_NAMES[slot - 1] ?? String(slot)

/** Article ids by slot: 'news.0' is the first of News. */
export type Slots = Record<string, number | null>
export const slotKey = (type: ArticleType, index: number) => `${type}.${index}`

/** The changes when a slot gets an article: one from another slot swaps the two. */
export function placing(slots: Partial<Slots>, key: string, id: number | null): Slots {
  const [other] = Object.entries(slots).find(([slot, placed]) => placed === id && slot !== key) ?? []
  return id !== null && other !== undefined ? { [key]: id, [other]: slots[key] ?? null } : { [key]: id }
}

export const slotsOf = (positions: ArticlePositions): Slots =>
  Object.fromEntries(
    articleType.options.flatMap((type) => positions[type].map((id, index) => [slotKey(type, index), id])),
  )
const positionsOf = (slots: Record<string, unknown>): ArticlePositions => {
  const section = (type: ArticleType) => SLOT_NAMES.map((_, index) => slots[slotKey(type, index)] ?? null)
  return articlePositions.parse({ news: section(ArticleType.NEWS), resources: section(ArticleType.RESOURCES) })
}

/** A slot that two people set, with both titles. */
export function slotConflict([key = '']: readonly string[], both: Pick<SaveConflict, 'mine' | 'theirs'>) {
  const [section, index] = key.split('.')
  const type = articleType.parse(section)
  const offered = queryClient.getQueryData(visibleQuery(type).queryKey) ?? []
  const shown = (id: unknown) =>
    id === null ? NO_ARTICLE : (offered.find((article) => article.id === id)?.title ?? `No. ${id}`)
  const label = `${slotName(Number(index) + 1)} of ${ARTICLE_TYPE_LABELS[type]}`
  return { label, mine: shown(both.mine[key]), theirs: shown(both.theirs[key]) }
}

/** Saves the slots that differ from `base`; keeps those that others set meanwhile, or asks. */
export async function saveSlots(base: Slots, changes: Partial<Slots>, ask: AskSides): Promise<void> {
  const saved = await saveMerging<Record<string, unknown>>({
    base,
    values: changes,
    ask: async (conflict) => {
      // The article in their slot may be newer than the loaded titles.
      await refreshArticles()
      return ask(conflict)
    },
    send: async (mine, _version, from) =>
      slotsOf(
        await request(articlePositions, 'article/position', {
          method: 'POST',
          body: { ...positionsOf({ ...from, ...mine }), from: positionsOf(from) },
        }),
      ),
    readCurrent: (data) => {
      const current = articlePositions.safeParse(data).data
      return current ? slotsOf(current) : null
    },
  })
  queryClient.setQueryData(positionsQuery.queryKey, positionsOf(saved))
  await refreshArticles()
  showSuccess(ARTICLE_TOASTS.positions)
}
