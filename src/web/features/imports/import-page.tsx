import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { IMPORT_KINDS, type ImportKind } from '#contract/imports/import-fields.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { recordId } from '#web/lib/browser/record-id.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { CheckedFile } from './checked-file.tsx'
import { ChooseFile } from './choose-file.tsx'
import { importQuery } from './import-calls.ts'
import classes from './imports.module.css'

const route = getRouteApi('/staff/import')

/** Imports clients and orders from a file: chosen, checked, then imported. The address has the file. */
export function ImportPage() {
  const { navigate } = useRouter()
  const sent: Record<string, unknown> = route.useSearch()
  const id = recordId(String(sent.id ?? ''))
  const kind = IMPORT_KINDS.find((each) => each === sent.kind) ?? 'orders'
  const open = (search: { kind: ImportKind; id?: string }, replace = false) =>
    void navigate({ to: '/import', search, replace })
  const show = (found: FileImport) => open({ kind: found.kind, id: String(found.id) })
  return (
    <Page>
      <PageTitle title="Import" />
      {id === 0 ? (
        <ChooseFile kind={kind} onKind={(chosen) => open({ kind: chosen }, true)} onChecked={show} />
      ) : (
        <OneFile key={id} id={id} />
      )}
    </Page>
  )
}

function OneFile({ id }: { id: number }) {
  const query = useQuery(importQuery(id))
  const fault = faultOf(query.error)
  if (query.data) return <CheckedFile file={query.data} />
  if (!fault) return <LoadingBlock height={160} />
  return (
    <div className={classes.part}>
      <Fault {...fault} onRetry={() => void query.refetch()} />
      <TextLink to="/import">Choose another file</TextLink>
    </div>
  )
}
