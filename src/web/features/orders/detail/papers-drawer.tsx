import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import classes from './order-facts.module.css'

const route = getRouteApi('/staff/orders/$orderId')

interface PapersDrawerProps {
  head: OrderListItem
  order: Order | undefined
  /** The checklist of the order, and the form that adds documents to it. */
  upload: ReactNode
}

/**
 * The drawer 'Papers' over the page: the order's checklist, its documents and the upload. The address says
 * that it is open.
 */
export function PapersDrawer({ head, order, upload }: PapersDrawerProps) {
  const { papers = false } = route.useSearch()
  const navigate = route.useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const open = () => void navigate({ search: (before) => ({ ...before, papers: true }), resetScroll: false })
  const close = () =>
    void navigate({ search: (before) => ({ ...before, papers: undefined }), replace: true, resetScroll: false })
  const count = order?.documentCount ?? 0
  const { data } = useQuery(papersQuery(head.id))
  const shown = data && data.total > 0 ? `\u00a0${data.there} of ${data.total}` : `\u00a0(${count})`
  return (
    <>
      <Button
        ref={button}
        className={classes.papers}
        size="xs"
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconFiles size={16} aria-hidden />}
        onClick={open}
      >
        <span className={classes.word}>Papers</span>
        {order && <span>{shown}</span>}
      </Button>
      <SideDrawer opened={papers} onClose={close} title="Papers" width={640} returnTo={() => button.current}>
        {upload}
        {count > 0 && <DocumentsTab orderId={head.id} />}
      </SideDrawer>
    </>
  )
}
