import type { BulkKind } from '#contract/runs/start-run.ts'
import type { Bulk } from './bulk-kind.ts'
import { ARRIVAL_NOTICE } from './kinds/arrival-notice-kind.ts'
import { ASK_DOCUMENTS } from './kinds/ask-documents-kind.ts'
import { ASK_SUPPLIERS } from './kinds/ask-suppliers-kind.ts'
import { CONFIRMED_DATES } from './kinds/dates-kind.ts'
import { EVENT } from './kinds/event-kind.ts'
import { IN_CHARGE } from './kinds/in-charge-kind.ts'
import { LOAD } from './kinds/load-kind.ts'
import { STATUS } from './kinds/status-kind.ts'

/** Actions on a selection of orders. */
export const BULK: Readonly<Record<BulkKind, Bulk>> = {
  event: EVENT,
  status: STATUS,
  'in-charge': IN_CHARGE,
  load: LOAD,
  dates: CONFIRMED_DATES,
  'ask-documents': ASK_DOCUMENTS,
  'ask-suppliers': ASK_SUPPLIERS,
  'arrival-notice': ARRIVAL_NOTICE,
}
