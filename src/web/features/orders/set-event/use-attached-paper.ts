import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AttachedKind, MadeDocument } from '#contract/made-documents/made-documents.ts'
import { madeQuery, makeDocument } from '#web/features/made-documents/shared/made-queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/**
 * The document that goes with the chosen mail, offered with a tick. `make` makes it when the event is set,
 * unless its newest version is still right, and returns its id; nothing if it is unticked.
 */
export function useAttachedPaper(orderId: number, kind: AttachedKind | null) {
  const subject = { orderId }
  const query = useQuery({ ...madeQuery(subject), enabled: kind !== null })
  const [unticked, setUnticked] = useState<AttachedKind | null>(null)
  const made: MadeDocument | null = (kind !== null && query.data?.find((each) => each.kind === kind)) || null
  const possible = made !== null && made.missing.length === 0
  const ticked = possible && unticked !== kind
  const newest = made?.versions[0]
  // The version that the preview can show already, because it would go as it is.
  const current = ticked && newest && !made.changed && !newest.attached ? newest.documentId : null
  const make = async (): Promise<number[]> => {
    if (kind === null || unticked === kind) return []
    // A quick user sends before the documents have been read.
    const all = query.data ?? (await queryClient.fetchQuery(madeQuery(subject)))
    if (all.find((each) => each.kind === kind)?.missing.length !== 0) return []
    const { versions } = await makeDocument(subject, { kind, ifChanged: true })
    return versions[0] ? [versions[0].documentId] : []
  }
  return { made, possible, ticked, current, tick: (on: boolean) => setUnticked(on ? null : kind), make }
}
