import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { documentExchange } from '#contract/orders/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useSending } from '#web/lib/saving/use-sending.ts'
import { documentsQuery } from '#web/model/orders/documents.ts'
import { orderQuery } from '#web/model/orders/orders.ts'
import { fileProblem, filesProblem } from '#web/model/uploads/attached-files.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { categoryFor } from '#web/model/uploads/guess-category.ts'
import { UploadArea } from '#web/model/uploads/upload-area.tsx'
import { markDocuments, useAttachedFiles } from '#web/model/uploads/use-attached-files.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { useFileDrop } from '#web/ui/files/use-file-drop.ts'
import classes from './documents.module.css'

/** Adds documents to an order without an event: no mail is sent. Files wait for the categories that they are sorted into. */
export function AddDocuments({ orderId }: { orderId: number }) {
  const query = useQuery(categoriesQuery)
  const fault = failedLookUp(query)
  if (query.data) return <AddDocumentsForm orderId={orderId} categories={query.data} />
  return fault ? <Fault {...fault} /> : <Skeleton h={160} aria-label="Loading" />
}

interface AddDocumentsFormProps {
  orderId: number
  categories: readonly { id: number; name: string }[]
}

function AddDocumentsForm({ orderId, categories }: AddDocumentsFormProps) {
  const { attached, submit, saving, fault } = useAddDocuments(orderId)
  const { files } = attached
  const add = (chosen: readonly File[]) => attached.add(chosen, categoryFor(categories))
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

function useAddDocuments(orderId: number) {
  const attached = useAttachedFiles()
  const keyOf = useSubmissionKey()
  const { send, saving, fault } = useSending()
  const { files } = attached
  useUnsaved(files.length > 0)
  const save = async () => {
    const problem = filesProblem(files) ?? files.map(fileProblem).find(Boolean)
    if (problem) throw new ApiError(400, problem)
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
    void queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    showSuccess(files.length === 1 ? 'Document was added successfully' : 'Documents were added successfully')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(save, { values: {}, refused: () => undefined })
  }
  return { attached, submit, saving, fault }
}
