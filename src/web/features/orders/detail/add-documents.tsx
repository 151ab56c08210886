import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { documentExchange } from '#contract/orders/orders.ts'
import { categoryFor } from '#contract/papers/guess-category.ts'
import { guessPaper } from '#contract/papers/guess-paper.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
import { documentsQuery } from '#web/features/orders/shared/documents.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { linkPaper, papersQuery } from '#web/features/papers/shared/papers.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useSending } from '#web/lib/saving/use-sending.ts'
import { fileProblem, filesProblem } from '#web/model/uploads/attached-files.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { UploadArea } from '#web/model/uploads/upload-area.tsx'
import { type ChosenFile, markDocuments, useAttachedFiles } from '#web/model/uploads/use-attached-files.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { useFileDrop } from '#web/ui/files/use-file-drop.ts'
import classes from './documents.module.css'

/** Adds documents to an order without event and mail. Files wait for the categories to sort them into. */
export function AddDocuments({ orderId }: { orderId: number }) {
  const query = useQuery(categoriesQuery)
  const fault = failedLookUp(query)
  if (query.data) return <AddDocumentsForm orderId={orderId} categories={query.data} />
  return fault ? <Fault {...fault} /> : <LoadingBlock height={160} />
}

interface AddDocumentsFormProps {
  orderId: number
  categories: readonly { id: number; name: string }[]
}

function AddDocumentsForm({ orderId, categories }: AddDocumentsFormProps) {
  const { missing, paperOf, choose } = usePapersOf(orderId, categories)
  const { attached, submit, saving, fault } = useAddDocuments(orderId, paperOf)
  const { files } = attached
  const categoryOf = (file: File) =>
    guessPaper(file.name, missing, categories)?.categoryId ?? categoryFor(categories)(file)
  const add = (chosen: readonly File[]) => attached.add(chosen, categoryOf)
  const beside = (file: ChosenFile) => (
    <NativeSelect
      size="xs"
      aria-label={`Paper of ${file.file.name}`}
      disabled={saving}
      data={[
        { value: '', label: 'No paper of the list' },
        ...missing.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(paperOf(file) ?? '')}
      onChange={({ currentTarget: { value } }) => choose(file.key, value === '' ? null : Number(value))}
    />
  )
  const over = useFileDrop({ busy: saving, onFiles: add })
  return (
    <form className={classes.adding} onSubmit={submit} noValidate>
      <UploadArea
        files={files}
        categories={categories}
        problem={filesProblem(files)}
        mailed={false}
        busy={saving}
        over={over}
        onAdd={add}
        onRemove={attached.remove}
        onCategory={attached.categorise}
        beside={missing.length > 0 ? beside : undefined}
      />
      {fault && <Fault {...fault} />}
      {files.length > 0 && (
        <div>
          <Button type="submit" loading={saving}>
            {files.length === 1 ? 'Add document' : `Add ${files.length} documents`}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Missing papers, and the one that each file is for: as chosen, else as its name suggests. */
function usePapersOf(orderId: number, categories: AddDocumentsFormProps['categories']) {
  const missing = (useQuery(papersQuery(orderId)).data?.items ?? []).filter(isMissing)
  const [chosen, setChosen] = useState<Readonly<Record<string, number | null>>>({})
  return {
    missing,
    paperOf: ({ key, file }: ChosenFile) =>
      key in chosen ? (chosen[key] ?? null) : (guessPaper(file.name, missing, categories)?.id ?? null),
    choose: (key: string, paperId: number | null) => setChosen((before) => ({ ...before, [key]: paperId })),
  }
}

function useAddDocuments(orderId: number, paperOf: (file: ChosenFile) => number | null) {
  const attached = useAttachedFiles()
  const keyOf = useSubmissionKey()
  const { send, saving, fault } = useSending()
  const { files } = attached
  useUnsaved(files.length > 0)
  const save = async () => {
    const problem = filesProblem(files) ?? files.map(fileProblem).find(Boolean)
    if (problem) throw new ApiError(400, problem)
    const papers = files.map(paperOf)
    const body = { documents: await attached.send() }
    try {
      const added = await request(documentExchange, `request/booking/${orderId}/documents`, {
        method: 'POST',
        body,
        idempotencyKey: keyOf(body),
      })
      queryClient.setQueryData(documentsQuery(orderId).queryKey, added)
    } catch (error) {
      throw markDocuments(error, attached.refuse)
    }
    attached.clear()
    for (const [at, id] of body.documents.entries()) {
      const paper = papers[at]
      // The documents are stored; a paper that could not be linked can be linked by hand.
      if (paper) await linkPaper(orderId, paper, { id }).catch(showError)
    }
    void queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    showSuccess(files.length === 1 ? 'Document was added successfully' : 'Documents were added successfully')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(save, { values: {}, refused: () => undefined })
  }
  return { attached, submit, saving, fault }
}
