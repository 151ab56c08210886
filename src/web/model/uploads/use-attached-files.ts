import { useRef, useState } from 'react'
import { z } from 'zod'
import { document } from '#contract/orders/orders.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { upload } from '#web/lib/api/upload.ts'
import type { AttachedFile } from './attached-files.ts'

export interface ChosenFile extends AttachedFile {
  file: File
}

const stored = z.object({ items: z.array(document) })

/** Files of a submission: chosen, categorised, uploaded one by one, marked when refused. */
export function useAttachedFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  // A ref, because uploads outlive renders and must read the current files.
  const latest = useRef(files)
  const set = (next: readonly ChosenFile[]) => {
    latest.current = next
    setFiles(next)
  }
  const change = (key: string, part: Partial<ChosenFile>) =>
    set(latest.current.map((each) => (each.key === key ? { ...each, ...part } : each)))

  const sendOne = async ({ key, file, categoryId }: ChosenFile) => {
    const form = new FormData()
    form.append('files[]', file, file.name)
    change(key, { progress: 0, refusal: null })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      const { items } = await upload(stored, `admin/document/upload/${categoryId}`, form, { onProgress })
      change(key, { progress: 1, documentId: items[0]?.id ?? null })
      return null
    } catch (error) {
      change(key, { progress: null })
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error
      change(key, { refusal: Object.values(error.fields)[0] ?? error.message })
      return error
    }
  }

  return {
    files,
    add: (chosen: readonly File[], categoryOf: (file: File) => number) => {
      const added = chosen.map((file) => ({
        key: crypto.randomUUID(),
        file,
        categoryId: categoryOf(file),
        refusal: null,
        progress: null,
        documentId: null,
      }))
      set([...latest.current, ...added])
    },
    clear: () => set([]),
    remove: (key: string) => set(latest.current.filter((each) => each.key !== key)),
    /** Sets the category. It belongs to the stored document, so a new one means uploading again. */
    categorise: (key: string, categoryId: number) => change(key, { categoryId, documentId: null, progress: null }),
    refuse: (index: number, refusal: string) => {
      const file = latest.current[index]
      if (file) change(file.key, { refusal, documentId: null, progress: null })
    },
    /** Uploads files not stored yet and returns all ids in order; throws the first refusal after all. */
    send: async (): Promise<number[]> => {
      let first: ApiError | null = null
      for (const each of latest.current) if (each.documentId === null) first = (await sendOne(each)) ?? first
      if (first) throw first
      return latest.current.flatMap(({ documentId }) => documentId ?? [])
    },
  }
}

/** Marks the refused files; returns the error with the form's own field name. */
export function markDocuments(error: unknown, refuse: (index: number, message: string) => void): unknown {
  if (!(error instanceof ApiError)) return error
  const { date, ...fields } = error.fields
  for (const [path, message] of Object.entries(fields)) {
    const [, index] = /^documents\.(\d+)$/.exec(path) ?? []
    if (index !== undefined) refuse(Number(index), message)
  }
  return new ApiError(error.code, error.message, { ...error, fields: date ? { ...fields, day: date } : fields })
}
