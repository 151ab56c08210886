import { useQuery } from '@tanstack/react-query'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { MadeItem } from './made-item.tsx'
import { madeQuery, type Subject } from './made-queries.ts'

interface MadeListProps {
  subject: Subject
  /** Kinds that are made elsewhere on the screen. */
  except?: readonly (string | null)[]
}

/** 'Make a document': each kind with its versions, missing fields, and the button that makes it. */
export function MadeList({ subject, except = [] }: MadeListProps) {
  const query = useQuery(madeQuery(subject))
  const fault = query.data ? null : faultOf(query.error)
  if (fault) return <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (!query.data) return <LoadingBlock height={320} />
  return (
    <ul aria-label="Documents to make">
      {query.data
        .filter(({ kind }) => !except.includes(kind))
        .map((made) => (
          <MadeItem key={made.kind} subject={subject} made={made} />
        ))}
    </ul>
  )
}
