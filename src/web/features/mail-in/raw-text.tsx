import { useQuery } from '@tanstack/react-query'
import { faultOf } from '#web/lib/api/api-error.ts'
import { fetchFile } from '#web/lib/api/download.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import { MAIL_IN, mailPath } from './shared/mail-in.ts'
import classes from './shared/thread.module.css'

/** Bytes of a raw text that are shown; the file has it all. */
const MOST_SHOWN = 200_000
const WIDTH = 860

/** A mail as it came, its beginning if it is long. */
export function RawText({ id }: { id: number }) {
  const query = useQuery({
    queryKey: [...MAIL_IN, 'raw', id],
    queryFn: async ({ signal }) => {
      const file = await fetchFile(`${mailPath(id)}/raw`, { signal })
      return { text: await file.slice(0, MOST_SHOWN).text(), cut: file.size > MOST_SHOWN }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const fault = faultOf(query.error)
  if (fault) return <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (!query.data) return <LoadingBlock height={200} />
  return (
    <>
      <ScrollRegion label="Raw text" className={classes.raw}>
        <pre className={classes.text}>{query.data.text}</pre>
      </ScrollRegion>
      {query.data.cut && <p className={classes.dim}>Only the beginning is shown: download it to read on.</p>}
    </>
  )
}

export const RawDialog = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Raw text of the mail" size={WIDTH}>
    <RawText id={id} />
  </Dialog>
)
