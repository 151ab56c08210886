import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MailIn, REPLY_SHAPE } from '#contract/mail-in/mail-in.ts'
import type { Order } from '#contract/orders/orders.ts'
import classes from '#web/features/mail-in/shared/thread.module.css'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import {
  eventPreviewQuery,
  eventsQuery,
  templatesQuery,
} from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { useDates, useSettings } from '#web/features/system/shared/settings.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { OfferedDrafts } from '#web/model/drafts/offered-drafts.tsx'
import { useDrafts } from '#web/model/drafts/use-drafts.ts'
import { fileProblem, filesProblem } from '#web/model/uploads/attached-files.ts'
import { markDocuments, useAttachedFiles } from '#web/model/uploads/use-attached-files.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { plainCodec } from '#web/ui/rich-text/codec.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { BouncedNotice } from './bounced-notice.tsx'
import { addressesIn, otherRecipients, replySubject, usualRecipient } from './recipients.ts'
import { ReplyDocuments } from './reply-documents.tsx'
import { replyFieldsOf, replyForm } from './reply-form-schema.ts'
import { showReplied, useSendReply } from './send-reply.ts'

interface ReplyFormProps {
  mail: MailIn
  onClose: () => void
}

/** The answer to a mail, below its thread. It shows once it is known whom it goes to. */
export function ReplyForm({ mail, onClose }: ReplyFormProps) {
  const orderId = mail.orders[0]?.id ?? null
  const query = useQuery({ ...orderQuery(orderId ?? 0), enabled: orderId !== null })
  const isKnown = orderId === null || query.data !== undefined || query.isError
  return (
    <section className={classes.reply} aria-label="Reply">
      {isKnown ? <Form mail={mail} order={query.data} onClose={onClose} /> : <LoadingBlock height={240} />}
    </section>
  )
}

const EDITOR_HEIGHT = 230

function Form({ mail, order, onClose }: ReplyFormProps & { order: Order | undefined }) {
  const dates = useDates()
  const { fields, usual, attached, documents, setDocuments, drafts } = useReply({ mail, order, onClose })
  const element = useRef<HTMLFormElement>(null)
  const { to, cc } = fields.values
  const html = fields.values.html ?? ''
  const known = [...addressesIn(to), ...addressesIn(cc)]
  const others = otherRecipients(mail, known)
  const isTo = to.trim().toLowerCase() === usual.address.toLowerCase()
  const addCc = (address: string) => fields.setFieldValue('cc', [cc.trim(), address].filter(Boolean).join(', '))
  useEffect(() => {
    element.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    element.current?.querySelector<HTMLElement>('input')?.focus()
  }, [])
  return (
    <form
      ref={element}
      className={classes.fields}
      onSubmit={fields.submit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      noValidate
    >
      <OfferedDrafts drafts={drafts} dates={dates} />
      <div className={classes.two}>
        <TextInput
          label="To"
          description={isTo && usual.who ? `This is ${usual.who}` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          autoComplete="off"
          {...fields.getInputProps('to')}
        />
        <TextInput label="Cc" autoComplete="off" {...fields.getInputProps('cc')} />
      </div>
      {others.length > 0 && (
        <div className={classes.line}>
          {others.map((address) => (
            <Button key={address} size="compact-xs" variant="default" onClick={() => addCc(address)}>
              {`Copy to ${address}`}
            </Button>
          ))}
        </div>
      )}
      <BouncedNotice addresses={known} />
      <TextInput label="Subject" withAsterisk autoComplete="off" {...fields.getInputProps('subject')} />
      <RichText
        label="Text"
        required
        codec={plainCodec}
        height={EDITOR_HEIGHT}
        value={html}
        onChange={(next) => fields.setFieldValue('html', next)}
        error={fields.errors.html ? String(fields.errors.html) : null}
      />
      <div className={classes.two}>
        {order && mail.orderId !== null && <TemplateChoice orderId={mail.orderId} fields={fields} />}
        {order && mail.orderId !== null && <EventChoice fields={fields} />}
      </div>
      <ReplyDocuments
        orderId={mail.orderId}
        chosen={documents}
        onChosen={setDocuments}
        attached={attached}
        busy={fields.saving}
      />
      <DialogButtons confirm="Send" onCancel={onClose} busy={fields.saving} fault={fields.fault} />
    </form>
  )
}

/** The form's state: its fields, files and drafts, and how it is sent. */
function useReply({ mail, order, onClose }: ReplyFormProps & { order: Order | undefined }) {
  const [usual] = useState(() => usualRecipient(mail, order))
  const holdSeconds = useSettings()?.mailHoldSeconds ?? 0
  const attached = useAttachedFiles()
  const [documents, setDocuments] = useState<number[]>([])
  const send = useSendReply(mail.id)
  const fields = useForm({
    schema: replyForm,
    initialValues: {
      to: usual.address,
      cc: '',
      subject: replySubject(mail.subject),
      html: '',
      eventId: null,
      templateId: null,
    },
    save: async (values) => {
      const typed = fields.getValues()
      const problem = filesProblem(attached.files) ?? attached.files.map(fileProblem).find(Boolean)
      if (problem) throw new ApiError(400, problem)
      const uploaded = await attached.send()
      try {
        const sent = await send({ ...values, documents: [...documents, ...uploaded] })
        done()
        drafts.end()
        showReplied(sent, { holdSeconds, typed })
        onClose()
      } catch (error) {
        throw markDocuments(error, attached.refuse)
      }
    },
    keepRefusals: true,
  })
  const isTyped = fields.isDirty()
  const drafts = useDrafts({
    ...{ kind: 'reply', id: mail.id, shape: REPLY_SHAPE, baseVersion: null },
    typed: isTyped ? fields.values : null,
    fill: ({ values }) => {
      const { fields: known, rest } = replyFieldsOf(values)
      fields.setValues(known)
      return rest
    },
  })
  const done = useUnsaved(isTyped || attached.files.length > 0, {
    keys: ['mail', 'reply'],
    keepDraft: () => {
      drafts.keep()
      return attached.files.length === 0
    },
  })
  const leave = useEffectEvent(() => drafts.keep())
  useEffect(() => () => leave(), [])
  return { fields, usual, attached, documents, setDocuments, drafts }
}

type Fields = ReturnType<typeof useForm<typeof replyForm>>

/** Begins the text with a template, filled with the values of the order. */
function TemplateChoice({ orderId, fields }: { orderId: number; fields: Fields }) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const { templateId = null } = fields.values
  const [before, setBefore] = useState<string | null>(null)
  const take = async (id: number | null) => {
    fields.setFieldValue('templateId', id)
    if (id === null) return
    try {
      const input = { eventId: null, date: null, comment: '', documents: [] }
      const { html, subject } = await queryClient.fetchQuery(eventPreviewQuery(orderId, id, input))
      setBefore(String(fields.getValues().html))
      fields.setValues({ html: bodyOf(html), subject: subject || fields.getValues().subject })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div>
      <NativeSelect
        label="Begin with a template"
        value={templateId === null ? '' : String(templateId)}
        data={[
          { value: '', label: 'No template' },
          ...templates.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        onChange={({ currentTarget }) => void take(currentTarget.value === '' ? null : Number(currentTarget.value))}
      />
      {before !== null && before !== '' && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            fields.setValues({ html: before, templateId: null })
            setBefore(null)
          }}
        >
          Back to what I typed
        </Button>
      )}
    </div>
  )
}

/** The content of a whole document. */
const bodyOf = (html: string) => /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html

/** Sets an event in the same step. */
function EventChoice({ fields }: { fields: Fields }) {
  const { data: events = [] } = useQuery(eventsQuery)
  const { eventId = null } = fields.values
  return (
    <NativeSelect
      label="Set an event too"
      value={eventId === null ? '' : String(eventId)}
      data={[{ value: '', label: 'No event' }, ...events.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) =>
        fields.setFieldValue('eventId', currentTarget.value === '' ? null : Number(currentTarget.value))
      }
      error={fields.errors.eventId}
    />
  )
}
