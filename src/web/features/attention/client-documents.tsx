import { useQuery } from '@tanstack/react-query'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { documentsQuery, fileOf } from '#web/features/orders/shared/documents.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { FileItem } from '#web/ui/files/file-item.tsx'
import { refreshQueue } from './shared/attention.ts'
import classes from './today.module.css'

const WIDTH = 520

/** Documents that the client of an order sent, over the queue; a downloaded one counts as read. */
export function ClientDocuments({
  item,
  orderId,
  onClose,
}: {
  item: AttentionItem | null
  orderId: number
  onClose: () => void
}) {
  const query = useQuery(documentsQuery(orderId))
  const fault = faultOf(query.error)
  return (
    <SideDrawer
      opened={item !== null}
      onClose={onClose}
      title={`Documents of the client, ${item?.trackingCode ? formatTrackingCode(item.trackingCode) : ''}`}
      width={WIDTH}
      returnTo={() => document.querySelector('main')}
    >
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <ul className={classes.files}>
        {query.data?.user.map((document) => {
          const file = fileOf(document)
          return (
            <li key={document.id}>
              <FileItem {...file} onDownload={() => file.onDownload().finally(() => void refreshQueue())} />
            </li>
          )
        })}
      </ul>
    </SideDrawer>
  )
}
