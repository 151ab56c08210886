import { useState } from 'react'
import { type ImportReport, importDone, importReport } from '#contract/lib/import.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { download } from '#web/lib/api/download.ts'
import { upload } from '#web/lib/api/upload.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { refreshResource } from './use-resource.ts'

type Step = 'check' | 'apply' | 'refused'

const formOf = (file: File) => {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** The new plan in a refused import: the records have changed since the check. */
const newPlan = (error: unknown) =>
  error instanceof ApiError && error.code === 409 ? importReport.safeParse(error.data).data : undefined

/** Imports a file into a table: checks it when it is chosen, then applies exactly the plan that was shown. */
export function useImport({ key, path }: Pick<Resource, 'key' | 'path'>, onDone: () => void) {
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<ImportReport | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<Step | null>(null)

  const during = async (step: Step, work: () => Promise<void>) => {
    setBusy(step)
    setError(null)
    try {
      await work()
    } catch (failure) {
      const changed = newPlan(failure)
      if (changed) setPreview(changed)
      if (changed || step === 'check') setError(messageOf(failure))
      else showError(failure)
    } finally {
      setBusy(null)
    }
  }
  const onFile = (chosen: File) => {
    setFile(chosen)
    setPreview(null)
    void during('check', async () => setPreview(await upload(importReport, `${path}/import/check`, formOf(chosen))))
  }
  const onApply = () =>
    file &&
    preview &&
    during('apply', async () => {
      const { counts } = await upload(importReport, `${path}/import/apply?plan=${preview.plan}`, formOf(file))
      showSuccess(importDone(counts))
      void refreshResource({ key })
      onDone()
    })
  const onRefused = () =>
    file &&
    during('refused', () =>
      download(`${path}/import/refused`, `refused ${file.name.replace(/\.\w+$/, '')}.csv`, { body: formOf(file) }),
    )
  return { file: file?.name ?? null, preview, error, busy, onFile, onApply, onRefused }
}
