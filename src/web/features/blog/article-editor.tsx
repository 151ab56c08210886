import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Article, ArticleType } from '#contract/blog/articles.ts'
import { isBlankHtml } from '#contract/lib/blank-html.ts'
import { EMPTY_BLOCK } from '#contract/lib/messages.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useBackToList } from '#web/lib/list/last-list.ts'
import { useDraft } from '#web/lib/saving/drafts.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { DraftOffer } from '#web/ui/form/draft-offer.tsx'
import { DraftPlace } from '#web/ui/form/draft-place.tsx'
import { EditorBar } from '#web/ui/form/editor-bar.tsx'
import { articleConflict } from './article-conflict.tsx'
import { ArticleFields } from './article-fields.tsx'
import { articleForm, saveArticle, type TypedArticle, typedArticle, typedOf } from './article-form.ts'
import { ArticlePreview } from './article-preview.tsx'

interface ArticleEditorProps {
  article: Article | null
  type: ArticleType
}

/** Creates an article, or edits the given one. */
export function ArticleEditor({ article: given, type }: ArticleEditorProps) {
  // The article when the editor opened: it may be read again, and typed values start from this one.
  const [article] = useState(given)
  const { dateTime, timeZone } = useDates()
  const [start] = useState(() => typedOf(article, type, timeZone))
  const draft = useDraft(`article:${article?.id ?? 'new'}`, typedArticle)
  const conflict = useConflictQuestion((keys, both) =>
    articleConflict(keys, both, { picture: values.picture, dateTime }),
  )
  const [moving, setMoving] = useState<((answer: 'move' | 'stay') => void) | null>(null)
  const [previewed, setPreviewed] = useState(false)
  const back = useBackToList('/blog')
  const leave = (section: ArticleType, added: 'first' | null = null) =>
    back(section === ArticleType.RESOURCES ? section : undefined, added)
  const askMove = () => new Promise<'move' | 'stay'>((answer) => setMoving(() => answer)).finally(() => setMoving(null))
  const form = useForm({
    schema: articleForm,
    initialValues: start,
    save: async (checked) => {
      const leavesSlot = article?.slot && checked.type !== article.type
      if (leavesSlot && (await askMove()) === 'stay') throw new DOMException('Not saved', 'AbortError')
      await saveArticle({ article, values: checked, timeZone, ask: conflict.ask })
      draft.forget()
      saved()
      leave(checked.type, article ? null : 'first')
    },
  })
  const values = typedArticle.parse(form.getValues())
  const saved = useUnsaved(!same(values, start), { keepDraft: draft.write })
  const change = (next: Partial<TypedArticle>) => {
    form.setValues(next)
    for (const field of Object.keys(next)) form.clearFieldError(field)
    draft.keep({ ...values, ...next })
  }
  const preview = () => {
    if (isBlankHtml(values.content)) form.setFieldError('content', EMPTY_BLOCK)
    else setPreviewed(true)
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <DraftPlace>
        {draft.offer && !same(draft.offer.values, start) && (
          <DraftOffer
            savedAt={dateTime(draft.offer.savedAt)}
            onRestore={() => {
              if (draft.offer) form.setValues(draft.offer.values)
              draft.take()
            }}
            onDiscard={draft.discard}
          />
        )}
      </DraftPlace>
      <ArticleFields values={values} errors={form.errors} onChange={change} />
      {form.fault && <Fault {...form.fault} />}
      <EditorBar>
        <Button variant="default" onClick={() => leave(start.type)} disabled={form.saving}>
          Cancel
        </Button>
        <Button variant="default" onClick={preview}>
          Preview
        </Button>
        <Button type="submit" loading={form.saving}>
          {article ? 'Edit article' : 'Create article'}
        </Button>
      </EditorBar>
      {previewed && <ArticlePreview values={values} onClose={() => setPreviewed(false)} />}
      {conflict.dialog}
      {moving && (
        <Confirm
          opened
          title="Move to the other section?"
          confirm="Move"
          onConfirm={() => moving('move')}
          onCancel={() => moving('stay')}
        >
          This article is in <strong>slot {article?.slot}</strong> of the main view. Moving it to the other section
          frees the slot.
        </Confirm>
      )}
    </form>
  )
}
