import type { ComponentType } from 'react'
import type { BulkKind } from '#contract/runs/start-run.ts'
import { ArrivalNoticeDialog } from './arrival-notice-dialog.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { AskSuppliersDialog } from './ask-suppliers-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { DatesDialog } from './dates-dialog.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { InChargeDialog } from './in-charge-dialog.tsx'
import { LoadDialog } from './load-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

const DIALOGS: Readonly<Record<BulkKind, ComponentType<BulkDialogProps>>> = {
  event: EventDrawer,
  status: StatusDialog,
  'in-charge': InChargeDialog,
  load: LoadDialog,
  dates: DatesDialog,
  'ask-documents': AskDialog,
  'ask-suppliers': AskSuppliersDialog,
  'arrival-notice': ArrivalNoticeDialog,
}

/** The dialog of a bulk action. */
export function BulkDialog({ kind, ...props }: BulkDialogProps & { kind: BulkKind }) {
  const Shown = DIALOGS[kind]
  return <Shown {...props} />
}
