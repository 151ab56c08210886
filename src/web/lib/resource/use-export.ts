import { useState } from 'react'
import { apiUrl, type RequestOptions } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { showError } from '#web/lib/feedback/toast.ts'

/** Exports a path's data as a file of the given name: all pages of the list on screen, by its query. */
export function useExport(path: string, name: string, query: RequestOptions['query'] = {}) {
  const [busy, setBusy] = useState(false)
  const { page: _, per_page: __, ...whole } = query
  const onExport = async (format: 'csv' | 'xlsx') => {
    setBusy(true)
    const day = new Date().toISOString().slice(0, 10)
    try {
      await download(apiUrl(`${path}/export`, { ...whole, format }).replace('/api/', ''), `${name} ${day}.${format}`)
    } catch (error) {
      showError(error, () => void onExport(format))
    } finally {
      setBusy(false)
    }
  }
  return { busy, onExport }
}
