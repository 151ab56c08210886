import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keysOf } from '#contract/lib/record-of.ts'
import { type RenderedPreview, TemplateKind } from '#contract/templates/templates.ts'
import { MailHtml, MailText } from '#web/features/mail/shared/mail-body.tsx'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { Conditions } from './preview-conditions.tsx'
import { type Draft, ordersToShowQuery, previewQuery, useSendTest } from './shared/templates.ts'
import classes from './templates.module.css'

const WIDTHS = { standard: '670', phone: '375', full: 'Full' }
type Shown = keyof typeof WIDTHS | 'text'

interface PreviewDialogProps {
  draft: Draft
  onClose: () => void
}

/** A mail or block with an order's values: HTML at three widths, plain text, branches, and a test mail. */
export function PreviewDialog({ draft, onClose }: PreviewDialogProps) {
  const [orderId, setOrderId] = useState<number | null>(null)
  const [conditions, setConditions] = useState<Record<string, boolean>>({})
  const [shown, setShown] = useState<Shown>('standard')
  const wanted = { ...draft, orderId, conditions }
  const query = useQuery({ ...previewQuery(wanted), placeholderData: keepPreviousData })
  const test = useSendTest()
  const configured = useSettings()?.mailConfigured ?? false
  const sendTest = () =>
    test.mutate(wanted, {
      onSuccess: ({ address }) =>
        showSuccess(
          configured
            ? `Test mail was sent to ${address}`
            : 'No mail server is configured: the test mail is in the mail log',
        ),
    })
  const fault = faultOf(query.error)
  return (
    <Dialog opened onClose={onClose} title="Preview" size={shown === 'full' ? 1100 : 760}>
      <div className={classes.previewBar}>
        <OrderPicker value={orderId} onChange={setOrderId} />
        <SegmentedControl<Shown>
          aria-label="Show as"
          value={shown}
          onChange={setShown}
          data={[...keysOf(WIDTHS).map((value) => ({ value, label: WIDTHS[value] })), { value: 'text', label: 'Text' }]}
        />
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          onClick={sendTest}
        >
          Send a test to me
        </Button>
      </div>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {query.data && draft.type === TemplateKind.MAIL && (
        <p className={classes.subject}>
          Subject: <strong>{query.data.subject || 'none'}</strong>
        </p>
      )}
      {query.data && <Conditions conditions={query.data.conditions} chosen={conditions} onChange={setConditions} />}
      {query.data ? <Rendered preview={query.data} shown={shown} /> : !fault && <Skeleton height={500} />}
    </Dialog>
  )
}

const FRAME_WIDTHS = { standard: 670, phone: 375, full: '100%' }

function Rendered({ preview, shown }: { preview: RenderedPreview; shown: Shown }) {
  if (shown === 'text') return <MailText text={preview.text} />
  return <MailHtml html={preview.html} title="Preview of the mail" width={FRAME_WIDTHS[shown]} height={500} />
}

function OrderPicker({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null)
  const query = useQuery({
    ...ordersToShowQuery(search),
    placeholderData: keepPreviousData,
  })
  return (
    <SearchSelect
      label="Order"
      noun="order"
      placeholder="Latest order"
      w={300}
      clearButtonProps={{ 'aria-label': 'Back to the latest order' }}
      // Found by a text or among the newest, the chosen order keeps its name.
      data={(query.data ?? []).map((each) => (each.value === picked?.value ? picked : each))}
      value={value === null ? null : String(value)}
      chosen={picked?.label ?? ''}
      onSearch={setSearch}
      searching={query.isFetching}
      onChange={(next, option) => {
        setPicked(option)
        onChange(next === null ? null : Number(next))
      }}
    />
  )
}
