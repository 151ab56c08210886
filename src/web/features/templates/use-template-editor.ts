import { useState } from 'react'
import { isBlankHtml } from '#contract/lib/blank-html.ts'
import { BLOCK_EMPTY, MAIL_EMPTY, TemplateKind } from '#contract/templates/templates.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useBackToList } from '#web/lib/list/last-list.ts'
import { useDraft } from '#web/lib/saving/drafts.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import type { Draft } from './shared/templates.ts'
import { templateConflict } from './template-conflict.tsx'
import { saveTemplate, type TemplateRecord, templateInput, typedOf, typedTemplate } from './template-form.ts'
import { useInsertion } from './use-insertion.ts'

/** The form of a mail or html block: values, draft, saving with its conflict dialog, preview. */
export function useTemplateEditor(kind: TemplateKind, given: TemplateRecord | null) {
  // The record when the editor opened: it may be read again, and typed values start from this one.
  const [record] = useState(given)
  const draft = useDraft(`${kind}:${record?.id ?? 'new'}`, typedTemplate)
  const { ask, dialog } = useConflictQuestion(templateConflict)
  const [previewed, setPreviewed] = useState<Draft | null>(null)
  const isSystem = record !== null && 'system' in record && record.system
  const back = useBackToList('/templates')
  const leave = (added: 'last' | null = null) => back(kind === TemplateKind.BLOCK ? 'blocks' : undefined, added)
  const start = typedOf(record)
  const form = useForm({
    schema: templateInput,
    initialValues: start,
    save: async (values) => {
      await saveTemplate({ kind, record, values: isSystem ? { ...values, events: undefined } : values, ask })
      draft.forget()
      saved()
      leave(record ? null : 'last')
    },
  })
  const values = typedTemplate.parse(form.getValues())
  const saved = useUnsaved(!same(values, start), { keepDraft: draft.write })
  const insertion = useInsertion(values.subject, (subject) => change({ subject }))
  const change = (next: Partial<typeof values>) => {
    form.setValues(next)
    form.clearFieldError(Object.keys(next)[0] ?? '')
    draft.keep({ ...values, ...next })
  }
  const preview = () => {
    if (isBlankHtml(values.content))
      return form.setFieldError('content', kind === TemplateKind.MAIL ? MAIL_EMPTY : BLOCK_EMPTY)
    setPreviewed({
      type: kind,
      content: values.content,
      subject: values.subject,
      templateId: kind === TemplateKind.MAIL ? record?.id : undefined,
    })
  }
  const offer = draft.offer && !same(draft.offer.values, start) ? draft.offer : null
  const restore = () => {
    if (offer) form.setValues(offer.values)
    draft.take()
  }
  return {
    form,
    values,
    change,
    insertion,
    isSystem,
    leave,
    preview,
    previewed,
    setPreviewed,
    dialog,
    offer,
    restore,
    discard: draft.discard,
  }
}
