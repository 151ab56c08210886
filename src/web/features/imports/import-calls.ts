import { queryOptions } from '@tanstack/react-query'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { type FileImport, fileImport, importProblem, type RemapInput } from '#contract/imports/imports.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { run } from '#contract/runs/runs.ts'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import { newIdempotencyKey, request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { upload } from '#web/lib/api/upload.ts'
import { listCall } from '#web/lib/list/list-call.ts'

/** The result of a file's check. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', String(id)],
    queryFn: ({ signal }) => request(fileImport, `import/${id}`, { signal }),
    staleTime: 0,
  })

/** Problems of a file, page by page. */
export const problemsCall = (id: number) =>
  listCall({ key: ['imports', String(id), 'problems'], path: `import/${id}/problems`, row: importProblem })

const keep = (found: FileImport) => {
  queryClient.setQueryData(importQuery(found.id).queryKey, found)
  void queryClient.invalidateQueries({ queryKey: problemsCall(found.id).key })
  return found
}

/** Sends a file to be checked, with how it is to be read if that was chosen. */
export async function checkFile(
  kind: ImportKind,
  file: File,
  { onProgress, options }: { onProgress: (share: number) => void; options?: ImportOptions | undefined },
): Promise<FileImport> {
  const form = new FormData()
  form.append('file', file)
  if (options) form.append('options', JSON.stringify(options))
  return keep(await upload(fileImport, `import/${kind}/check`, form, { onProgress }))
}

/** Checks a sent file again, with other fields for its columns and other options. */
export const checkAgain = async (id: number, given: RemapInput): Promise<FileImport> =>
  keep(await request(fileImport, `import/${id}/check`, { method: 'POST', body: given }))

/** Imports a file as it was checked, and shows the progress at the foot of every page. */
export async function applyImport(id: number): Promise<void> {
  const started = await request(run, `import/${id}/apply`, { method: 'POST', idempotencyKey: newIdempotencyKey() })
  watchRun(started)
  await queryClient.invalidateQueries({ queryKey: ['imports', String(id)] })
}
