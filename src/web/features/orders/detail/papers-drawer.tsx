import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { Fact, Value } from './fact.tsx'
import classes from './order-facts.module.css'

const route = getRouteApi('/staff/orders/$orderId')

interface PapersDrawerProps {
  head: OrderListItem
  order: Order | undefined
  /** The checklist of the order, and the form that adds documents to it. */
  upload: ReactNode
}

/**
 * The fact 'Papers', which opens a drawer over the page: the order's checklist, its documents and the upload. The
 * address says that it is open.
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
  const asked = data && data.total > 0 ? data : null
  const overdue = asked?.items.filter((paper) => isMissing(paper) && paper.overdue).length ?? 0
  const value = asked ? `${asked.there} of ${asked.total}` : files(count)
  const more = overdue > 0 ? `${overdue} overdue` : asked ? stateOf(asked) : ''
  return (
    <>
      <Fact label="Papers">
        <UnstyledButton ref={button} className={classes.open} aria-haspopup="dialog" onClick={open}>
          <VisuallyHidden>Papers </VisuallyHidden>
          <Value more={data && more && <Spoken>{more}</Spoken>} late={overdue > 0 && 'more'}>
            {order && data ? value : '\u00a0'}
          </Value>
        </UnstyledButton>
      </Fact>
      <SideDrawer opened={papers} onClose={close} title="Papers" width={640} returnTo={() => button.current}>
        {upload}
        {count > 0 && <DocumentsTab orderId={head.id} />}
      </SideDrawer>
    </>
  )
}

/** A part of a button's name, apart from the one before it for who hears it. */
const Spoken = ({ children }: { children: string }) => (
  <>
    <VisuallyHidden>, </VisuallyHidden>
    {children}
  </>
)

const files = (count: number) => (count === 0 ? 'None yet' : count === 1 ? '1 file' : `${count} files`)

const stateOf = ({ there, total }: { there: number; total: number }) =>
  there === total ? 'Complete' : `${total - there} missing`
