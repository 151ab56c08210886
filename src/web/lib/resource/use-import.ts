import { useState } from 'react'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { type ImportMapping, type ImportReport, importDone, importReport } from '#contract/lib/import.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { download } from '#web/lib/api/download.ts'
import { upload } from '#web/lib/api/upload.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { refreshResource } from './use-resource.ts'

type Step = 'check' | 'apply' | 'refused'

/** What somebody chose for a file. */
interface Chosen {
  options: ImportOptions
  mapping: ImportMapping
}
const NOTHING: Chosen = { options: {}, mapping: {} }

const formOf = (file: File, { options, mapping }: Chosen) => {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  form.append('options', JSON.stringify(options))
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
  const [choices, setChoices] = useState(NOTHING)
  const [error, setError] = useState<string | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState<Step | null>(null)

  const during = async (step: Step, work: () => Promise<void>) => {
    setBusy(step)
    setError(null)
    setErrors({})
    try {
      await work()
    } catch (failure) {
      const changed = newPlan(failure)
      if (changed) setPreview(changed)
      const fields = failure instanceof ApiError ? failure.fields : {}
      setErrors(fields)
      if (changed || step === 'check') setError(messageOf(failure))
      else showError(failure)
    } finally {
      setBusy(null)
    }
  }
  const check = (chosen: File, how: Chosen) =>
    during('check', async () => {
      setPreview(await upload(importReport, `${path}/import/check`, formOf(chosen, how)))
      setChoices(how)
    })
  const onFile = (chosen: File) => {
    setFile(chosen)
    setPreview(null)
    setChoices(NOTHING)
    void check(chosen, NOTHING)
  }
  const onOptions = (more: ImportOptions) => {
    if (file) void check(file, { ...choices, options: { ...choices.options, ...more } })
  }
  const onMap = (mapping: ImportMapping) => {
    if (file) void check(file, { ...choices, mapping: { ...choices.mapping, ...mapping } })
  }
  const onApply = () =>
    file &&
    preview &&
    during('apply', async () => {
      const { counts } = await upload(importReport, `${path}/import/apply?plan=${preview.plan}`, formOf(file, choices))
      showSuccess(importDone(counts))
      void refreshResource({ key })
      onDone()
    })
  const onRefused = () =>
    file &&
    during('refused', () =>
      download(`${path}/import/refused`, `refused ${file.name.replace(/\.\w+$/, '')}.csv`, {
        body: formOf(file, choices),
      }),
    )
  return { file: file?.name ?? null, preview, error, errors, busy, onFile, onOptions, onMap, onApply, onRefused }
}
