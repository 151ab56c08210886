import { useState } from 'react'
import { showError } from '#web/lib/browser/toast.ts'
import { apiUrl, type RequestOptions } from './api.ts'
import { download } from './download.ts'

/** Exporting what is below a path as a file of the given name, with the query of what is shown. */
export function useExport(path: string, name: string, query: RequestOptions['query'] = {}) {
  const [busy, setBusy] = useState(false)
  const onExport = async (format: 'csv' | 'xlsx') => {
    setBusy(true)
    const day = new Date().toISOString().slice(0, 10)
    try {
      await download(apiUrl(`${path}/export`, { ...query, format }).replace('/api/', ''), `${name} ${day}.${format}`)
    } catch (error) {
      showError(error, () => void onExport(format))
    } finally {
      setBusy(false)
    }
  }
  return { busy, onExport }
}
