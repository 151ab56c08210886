import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Offer, sendOfferInput } from '#contract/offers/offers.ts'
import { MailGoesTo } from '#web/features/mail/shared/mail-goes-to.tsx'
import { actOn, showMailed } from '#web/features/offers/shared/offer-calls.ts'
import { offerTemplatesQuery } from '#web/features/offers/shared/offer-queries.ts'
import { useDates, useSettings } from '#web/features/system/shared/settings.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

interface SendDialogProps {
  offer: Offer
  /** True to ask again about an offer that waits. */
  again?: boolean
  onClose: () => void
}

/** What keeps a draft from being sent, as the server says it. */
const unsendable = (error: unknown) => {
  if (!(error instanceof ApiError)) return error
  const { emailTemplateId: _, ...others } = error.fields
  const [first] = Object.values(others)
  return first ? new ApiError(error.code, first, { requestId: error.requestId }) : error
}

/** Sends an offer by mail, with its PDF and the link to its page; or asks again about it. */
export function SendDialog({ offer, again = false, onClose }: SendDialogProps) {
  const { dateTime } = useDates()
  const holdSeconds = useSettings()?.mailHoldSeconds ?? 0
  const keyOf = useSubmissionKey()
  const templates = useQuery(offerTemplatesQuery).data ?? []
  const usual = again ? 'Offer follow-up' : 'Offer'
  const form = useForm({
    schema: sendOfferInput,
    initialValues: { emailTemplateId: null },
    keepRefusals: true,
    save: async (body) => {
      const act = again ? 'follow-up' : 'send'
      const sent = await actOn(offer, act, body, keyOf([offer.updatedAt, body])).catch((error: unknown) => {
        throw unsendable(error)
      })
      onClose()
      showMailed(`${again ? 'The follow-up of' : 'Offer'} ${offer.reference} is on its way`, sent, holdSeconds)
    },
  })
  const missing = again ? [] : offer.options.filter(({ price }) => price === null)
  const cannot = missing.length > 0 || (!again && offer.email === '')
  return (
    <FormDialog
      form={form}
      title={again ? `Ask again about ${offer.reference}` : `Send ${offer.reference}`}
      confirm={again ? 'Send follow-up' : 'Send'}
      disabled={cannot}
      size="md"
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Notice warn role="alert">
          {missing.map(({ label }) => label).join(' and ')} has no price yet. Edit the offer first.
        </Notice>
      )}
      {offer.email === '' && !again && (
        <Notice warn role="alert">
          This offer has no email address yet. Edit the offer first.
        </Notice>
      )}
      <NativeSelect
        label="Mail"
        data-autofocus
        data={[{ value: '', label: usual }, ...templates.map(({ id, title }) => ({ value: String(id), label: title }))]}
        value={form.values.emailTemplateId ? String(form.values.emailTemplateId) : ''}
        onChange={(event) => form.setFieldValue('emailTemplateId', Number(event.currentTarget.value) || null)}
        error={form.errors.emailTemplateId}
      />
      {/* The link is for the receiver alone: nobody gets a copy. */}
      {offer.email !== '' && <MailGoesTo address={offer.email} copies={0} />}
      <Text size="sm" c="dimmed" mt="xs">
        {again
          ? 'With a link of its own to the page of the offer.'
          : `With the PDF and a link to accept it until ${dateTime(offer.validUntil)}.`}
      </Text>
    </FormDialog>
  )
}
