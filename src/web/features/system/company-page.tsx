import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Image } from '#contract/lib/images.ts'
import {
  COMPANY_LABELS,
  type CompanyWithFonts,
  companyForm,
  companyWithFonts,
  PAPER_SIZE_LABELS,
  PAPER_SIZES,
} from '#contract/system/company.ts'
import { AdminsOnly } from '#web/features/accounts/shared/admins-only.tsx'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { allBlocksQuery } from '#web/features/templates/shared/templates.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import classes from './company.module.css'
import { LogoField } from './logo-field.tsx'

const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => request(companyWithFonts, 'admin/company', { signal }),
  staleTime: 0,
})

/** The forwarder's data in documents and on the tracking page. */
export const CompanyPage = () => (
  <AdminsOnly title="Company">
    <Company />
  </AdminsOnly>
)

function Company() {
  const { data, error, refetch } = useQuery({ ...companyQuery, refetchOnWindowFocus: false })
  const fault = data ? null : faultOf(error)
  return (
    <Page narrow>
      <PageTitle title="Company">
        <ButtonLink to="/staff" variant="default" leftSection={<IconUserShield size={16} aria-hidden />}>
          Staff
        </ButtonLink>
      </PageTitle>
      <p className={classes.intro}>Printed on the documents that are made here. Those made before stay as they are.</p>
      {fault && <Fault {...fault} onRetry={() => void refetch()} />}
      {!data && !fault && <LoadingBlock height={480} />}
      {data && <CompanyForm key={data.updatedAt} company={data} />}
    </Page>
  )
}

function CompanyForm({ company }: { company: CompanyWithFonts }) {
  const { clausesBlock, logo: stored, updatedAt, unreadableFonts, ...values } = company
  const [logo, setLogo] = useState<Image | null>(stored)
  const blocks = useQuery(allBlocksQuery).data ?? []
  const form = useForm({
    schema: companyForm,
    initialValues: { ...values, clausesBlockId: clausesBlock?.id ?? null, logoId: stored?.id ?? null },
    keepRefusals: true,
    save: async (body): Promise<void> => {
      stopIfUnchanged(form.isDirty())
      const saved = await request(companyWithFonts, 'admin/company', { method: 'PUT', body: { ...body, updatedAt } })
      done()
      queryClient.setQueryData(companyQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ORDERS })
      showSuccess('Company was saved')
    },
  })
  const done = useUnsaved(form.isDirty())
  const block = form.getValues().clausesBlockId
  const change = (picture: Image | null) => {
    setLogo(picture)
    form.setFieldValue('logoId', picture?.id ?? null)
  }
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <TextInput label={COMPANY_LABELS.name} {...form.getInputProps('name')} />
      <Textarea label={COMPANY_LABELS.address} autosize minRows={3} {...form.getInputProps('address')} />
      <div className={classes.pair}>
        <TextInput label={COMPANY_LABELS.phone} {...form.getInputProps('phone')} />
        <TextInput label={COMPANY_LABELS.email} {...form.getInputProps('email')} />
      </div>
      <TextInput
        label={COMPANY_LABELS.registration}
        description="Licence, tax or registration number"
        {...form.getInputProps('registration')}
      />
      <Textarea
        label={COMPANY_LABELS.bankLines}
        description="On quotes and arrival notices"
        autosize
        minRows={3}
        {...form.getInputProps('bankLines')}
      />
      <NativeSelect
        label={COMPANY_LABELS.clausesBlockId}
        description="An html-block without variables, printed below documents as plain text"
        data={[{ value: '', label: 'None' }, ...blocks.map(({ id, title }) => ({ value: String(id), label: title }))]}
        {...form.getInputProps('clausesBlockId')}
        value={block ? String(block) : ''}
        onChange={({ currentTarget }) => form.setFieldValue('clausesBlockId', Number(currentTarget.value) || null)}
      />
      <LogoField value={logo} error={form.errors.logoId} onChange={change} />
      <NativeSelect
        label={COMPANY_LABELS.paperSize}
        description="Documents are made for it from now on; those that exist stay as they are."
        data={PAPER_SIZES.map((value) => ({ value, label: PAPER_SIZE_LABELS[value] }))}
        {...form.getInputProps('paperSize')}
      />
      <Switch
        label={COMPANY_LABELS.trackingShowsVessel}
        description="Anyone with a tracking code sees them. A container may carry other clients' cargo too."
        {...form.getInputProps('trackingShowsVessel', { type: 'checkbox' })}
      />
      <Switch
        label={COMPANY_LABELS.trackingShowsFreeTime}
        description="Since when and where cargo can be picked up, and its last free day. Never what the days after cost."
        {...form.getInputProps('trackingShowsFreeTime', { type: 'checkbox' })}
      />
      {unreadableFonts.length > 0 && (
        <p className={classes.fonts}>
          The server cannot read these files in its folder PDF_FONTS as fonts: {unreadableFonts.join(', ')}. Documents
          are printed without them.
        </p>
      )}
      {form.fault && <Fault {...form.fault} />}
      <div>
        <Button type="submit" loading={form.saving}>
          Save
        </Button>
      </div>
    </form>
  )
}
