import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import classes from './notes.module.css'
import { notesQuery } from './shared/notes.ts'

const route = getRouteApi('/staff/orders/$orderId')
const NotesList = lazyPart(async () => (await import('./notes-list.tsx')).NotesList)

/** Notes about an order in a drawer over its page; the address says that it is open. */
export function OrderNotes({ orderId }: { orderId: number }) {
  const { notes: opened = false } = route.useSearch()
  const navigate = route.useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const { totalCount, open = 0 } = useQuery(notesQuery(orderId)).data ?? {}
  const show = () => void navigate({ search: (before) => ({ ...before, notes: true }), resetScroll: false })
  const hide = () =>
    void navigate({ search: (before) => ({ ...before, notes: undefined }), replace: true, resetScroll: false })
  return (
    <>
      <Button
        ref={button}
        className={classes.button}
        size="xs"
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconNotes size={16} aria-hidden />}
        onClick={show}
      >
        <span className={classes.word}>Notes</span>
        {totalCount !== undefined && <span>{`\u00a0(${totalCount}${open > 0 ? `, ${open} to do` : ''})`}</span>}
      </Button>
      <SideDrawer opened={opened} onClose={hide} title="Notes" width={560} returnTo={() => button.current}>
        <PartBoundary>
          <Suspense fallback={null}>
            <NotesList orderId={orderId} />
          </Suspense>
        </PartBoundary>
      </SideDrawer>
    </>
  )
}
