import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a dragover after which files have left the window: one comes every 50 to 350 ms. */
const GONE_MS = 600

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files dropped anywhere in the window while mounted, so that a file that misses the drop zone does not
 * replace the page. True while files are dragged over the window. `onFiles` is not called while `busy`.
 */
export function useFileDrop({ busy, onFiles }: { busy: boolean; onFiles: (files: readonly File[]) => void }): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef({ busy, onFiles })
  latest.current = { busy, onFiles }
  useEffect(() => {
    let timer = 0
    const stay = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setOver(false), GONE_MS)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // A drop zone has already taken them.
      const taken = event.defaultPrevented
      event.preventDefault()
      window.clearTimeout(timer)
      setOver(false)
      if (!taken && !latest.current.busy) latest.current.onFiles([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragenter', stay)
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', drop)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('dragenter', stay)
      window.removeEventListener('dragover', stay)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return over
}
