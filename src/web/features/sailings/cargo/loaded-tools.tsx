import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { ContainerSelect, containerOf } from '#web/features/sailings/shared/container-select.tsx'
import type { Selection } from '#web/lib/list/selection.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { SelectAll } from '#web/ui/list/select-box.tsx'
import classes from './cargo.module.css'
import { DiffersDialog } from './differs-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RollDialog } from './roll-dialog.tsx'
import { type Cargo, ordersDone } from './use-cargo.ts'

/** The dialog about orders aboard that is open, and its orders. */
export type Opened = { what: 'receive' | 'roll' | 'unload' | 'differs'; orders: LoadedOrder[] } | null

interface LoadedToolsProps {
  sailing: Sailing
  cargo: Cargo
  rows: LoadedOrder[]
  selection: Selection
  opened: Opened
  onOpen: (opened: Opened) => void
}

/** Actions on the selected orders of a sailing. */
export function LoadedTools({ sailing, cargo, rows, selection, opened, onOpen }: LoadedToolsProps) {
  const [container, setContainer] = useState('')
  const { chosen, keep } = selection
  if (rows.length === 0) return null
  const none = chosen.length === 0
  // Cargo of an ended sailing is no longer moved.
  const ended = sailing.status === 'arrived' || sailing.status === 'cancelled'
  const wanted = new Set(chosen)
  const orders = rows.filter(({ orderId }) => wanted.has(orderId))
  const differing = orders.filter(({ differs }) => differs.length > 0)
  const busy = cargo.busy === 'loaded'
  const move = async () => {
    const failed = await cargo.run({
      place: 'loaded',
      done: ordersDone('moved'),
      call: ({ load }) => load(chosen, containerOf(container)),
    })
    if (failed) keep(failed)
  }
  const action = (label: string, what: NonNullable<Opened>['what'], of = orders) => (
    <Button size="xs" variant="default" disabled={of.length === 0 || busy} onClick={() => onOpen({ what, orders: of })}>
      {label}
    </Button>
  )
  const close = () => onOpen(null)
  const done = (failed: readonly number[] | null) => {
    close()
    if (failed) keep(failed)
  }
  return (
    <>
      <fieldset className={classes.tools} aria-label="Selected orders">
        <SelectAll selection={selection} />
        {!ended && (
          <>
            <ContainerSelect sailing={sailing} value={container} onChange={setContainer} />
            <Button size="xs" variant="default" disabled={none} loading={busy} onClick={() => void move()}>
              Move
            </Button>
            {action('Receive', 'receive')}
            {action('Roll', 'roll')}
            {action('Unload', 'unload')}
          </>
        )}
        {differing.length > 0 && action('Take over', 'differs', differing)}
      </fieldset>
      {opened?.what === 'receive' && (
        <ReceiveDialog cargo={cargo} orders={opened.orders} onClose={close} onDone={done} />
      )}
      {opened?.what === 'roll' && (
        <RollDialog sailing={sailing} cargo={cargo} orders={opened.orders} onClose={close} onDone={done} />
      )}
      {opened?.what === 'differs' && <DiffersDialog cargo={cargo} orders={opened.orders} onClose={close} />}
      {opened?.what === 'unload' && <UnloadQuestion cargo={cargo} orders={opened.orders} onClose={close} />}
    </>
  )
}

interface QuestionProps {
  cargo: Cargo
  orders: LoadedOrder[]
  onClose: () => void
}

function UnloadQuestion({ cargo, orders, onClose }: QuestionProps) {
  const ids = orders.map(({ orderId }) => orderId)
  const received = orders.filter(({ receivedAt }) => receivedAt).length
  const unload = async () => {
    await cargo.run({ place: 'loaded', done: ordersDone('unloaded'), call: ({ unload }) => unload(ids) })
    onClose()
  }
  return (
    <Confirm
      opened
      title={orders.length === 1 ? 'Unload 1 order?' : `Unload ${orders.length} orders?`}
      confirm="Unload"
      danger
      busy={cargo.busy === 'loaded'}
      onConfirm={() => void unload()}
      onCancel={onClose}
    >
      Booking confirmations stay as they are.
      {received > 0 && ` What the CFS received and measured is forgotten for ${received} of them.`}
    </Confirm>
  )
}
