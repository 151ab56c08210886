import { convert } from 'html-to-text'
import type { z } from 'zod'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import {
  HINT_TERMS_LABELS,
  HINT_TYPE_LABELS,
  type Hint,
  HintType,
  hints,
  MAX_HINT_LENGTH,
} from '#contract/reference/hints.ts'
import type { Db } from '#server/db/client.ts'
import { checkCleaned } from '#server/html/check-cleaned.ts'
import { cleanRichTextAside } from '#server/html/html-aside.ts'
import { columnsOf, type ExportColumn } from '#server/resource/exports/exported-list.ts'
import type { Store } from '#server/resource/store.ts'
import { tableStore } from '#server/resource/table-store.ts'

type Input = z.output<typeof hints.input>

async function withCleanContent<T extends Partial<Input>>(input: T): Promise<T> {
  if (input.content === undefined) return input
  const clean = await cleanRichTextAside(input.content)
  return { ...input, content: checkCleaned(clean, { label: 'Content', max: MAX_HINT_LENGTH }) }
}

/**
 * The input with its type: without one, a hint with trade terms is a form hint and one without is general.
 */
function withType<T extends Partial<Input>>({ type, ...input }: T) {
  const terms = input.shipmentTradeTerms
  const meant =
    type ?? (terms === undefined ? undefined : terms !== TradeTerms.OTHER ? HintType.FORM : HintType.GENERAL)
  return meant ? { ...input, type: meant } : input
}

export function hintStore(db: Db): Store<Hint, Input> {
  const store = tableStore(db, hints)
  return {
    ...store,
    create: async (input, actor) => store.create({ ...input, ...withType(await withCleanContent(input)) }, actor),
    update: async (id, patch, version, actor) =>
      store.update(id, withType(await withCleanContent(patch)), version, actor),
  }
}

const SHOWN: Record<string, (hint: Hint) => string> = {
  content: ({ content }) => convert(content, { wordwrap: false }),
  type: ({ type }) => HINT_TYPE_LABELS[type],
  shipmentTradeTerms: ({ shipmentTradeTerms }) => HINT_TERMS_LABELS[shipmentTradeTerms] ?? '',
}

/** The columns of the list: content as plain text, type and terms by name. */
export const HINT_EXPORT: readonly ExportColumn<Hint>[] = columnsOf(hints).map((column) => ({
  ...column,
  cell: SHOWN[column.field] ?? column.cell,
}))
