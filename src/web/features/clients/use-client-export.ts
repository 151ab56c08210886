import { useCallback, useRef, useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { faultOf, isOwnChoice } from '#web/lib/api/api-error.ts'
import { download } from '#web/lib/api/download.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'

type Exported = Pick<Client, 'id' | 'username'>

/** An export of a client's data: the bytes that have arrived, or the failure. */
export interface ClientExport {
  client: Exported
  bytes: number
  fault: ReturnType<typeof faultOf>
}

/** Downloads all data about a client, one client at a time, until cancelled; `at` is null without one. */
export function useClientExport() {
  const [at, setAt] = useState<ClientExport | null>(null)
  const running = useRef<AbortController>(null)
  const start = useCallback(async (client: Exported) => {
    const stop = new AbortController()
    running.current = stop
    setAt({ client, bytes: 0, fault: null })
    let bytes = 0
    const onPiece = (piece: Uint8Array) => {
      bytes += piece.length
      if (!stop.signal.aborted) setAt({ client, bytes, fault: null })
    }
    try {
      await download(`admin/user/${client.id}/export`, `client-${client.id}.zip`, { signal: stop.signal, onPiece })
      setAt(null)
      showSuccess(`The data of ${client.username} was exported`)
    } catch (error) {
      if (!stop.signal.aborted) setAt(isOwnChoice(error) ? null : { client, bytes: 0, fault: faultOf(error) })
    }
  }, [])
  const cancel = () => {
    running.current?.abort()
    setAt(null)
  }
  return { at, start, cancel }
}
