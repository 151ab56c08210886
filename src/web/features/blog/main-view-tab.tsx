import { Button, type ComboboxItem, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  ARTICLE_TYPE_LABELS,
  type ArticleListItem,
  ArticleType,
  articleType,
  NO_ARTICLE,
} from '#contract/blog/articles.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { changedFields } from '#web/lib/saving/merge-changes.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { EditorBar } from '#web/ui/form/editor-bar.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { positionsQuery, refreshArticles, visibleQuery } from './article-queries.ts'
import classes from './blog.module.css'
import { placing, SLOT_NAMES, type Slots, saveSlots, slotConflict, slotKey, slotsOf } from './slots.ts'

/** The six news and six resources of the public main page. */
export function MainViewTab() {
  const positions = useQuery(positionsQuery)
  const news = useQuery(visibleQuery(ArticleType.NEWS))
  const resources = useQuery(visibleQuery(ArticleType.RESOURCES))
  const fault = failedLookUp(positions, news, resources)
  if (fault) return <Fault {...fault} />
  if (!positions.data || !news.data || !resources.data) return <Skeleton h={420} mt="md" />
  return <SlotsForm stored={slotsOf(positions.data)} offered={{ news: news.data, resources: resources.data }} />
}

interface SlotsProps {
  stored: Slots
  offered: Record<ArticleType, ArticleListItem[]>
}

function SlotsForm({ stored, offered }: SlotsProps) {
  /** The choices made here, over the slots as they were before the first one. */
  const [edit, setEdit] = useState<{ base: Slots; chosen: Partial<Slots> } | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const { ask, dialog } = useConflictQuestion(slotConflict)
  const slots = { ...stored, ...edit?.chosen }
  const saved = useUnsaved(edit !== null, { keys: ['tab'] })
  const choose = (key: string, id: number | null) => {
    setErrors({})
    const base = edit?.base ?? stored
    const chosen = changedFields(base, { ...edit?.chosen, ...placing(slots, key, id) })
    setEdit(Object.keys(chosen).length > 0 ? { base, chosen } : null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!edit) return
    setSaving(true)
    try {
      await saveSlots(edit.base, edit.chosen, ask)
      saved()
      setEdit(null)
    } catch (error) {
      // A refusal may be due to slots that others set meanwhile: theirs show around the choices made here.
      void refreshArticles()
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else showError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={classes.sections}>
          {articleType.options.map((type) => (
            <Section
              key={type}
              type={type}
              slots={SLOT_NAMES.map((_, index) => slots[slotKey(type, index)] ?? null)}
              offered={offered[type]}
              errors={errors}
              onChoose={(index, id) => choose(slotKey(type, index), id)}
            />
          ))}
        </div>
        {edit && (
          <EditorBar>
            <Button variant="default" disabled={saving} onClick={() => setEdit(null)}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              Submit
            </Button>
          </EditorBar>
        )}
      </form>
      {dialog}
    </>
  )
}

interface SectionProps {
  type: ArticleType
  slots: readonly (number | null)[]
  offered: readonly ArticleListItem[]
  errors: Record<string, string>
  onChoose: (index: number, id: number | null) => void
}

const NONE = '0'

/** The slots of a section. Each offers every visible article; one from another slot swaps the two. */
function Section({ type, slots, offered, errors, onChoose }: SectionProps) {
  return (
    <section aria-label={ARTICLE_TYPE_LABELS[type]}>
      <h2 className={classes.sectionTitle}>{ARTICLE_TYPE_LABELS[type]}</h2>
      {SLOT_NAMES.map((name, index) => {
        const current = slots[index] ?? null
        const placed = ({ option }: { option: ComboboxItem }) => {
          const other = slots.indexOf(Number(option.value))
          return other === -1 || other === index ? (
            option.label
          ) : (
            <span>
              {option.label} <span className={classes.swaps}>swaps with {SLOT_NAMES[other]}</span>
            </span>
          )
        }
        return (
          <ChoiceSelect
            key={name}
            mb="sm"
            label={name}
            noun="article"
            aria-label={`${name} of ${ARTICLE_TYPE_LABELS[type]}`}
            data={[
              { value: NONE, label: NO_ARTICLE },
              ...offered.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            renderOption={placed}
            value={String(current ?? NONE)}
            error={errors[slotKey(type, index)]}
            onChange={(value) => onChoose(index, value === null || value === NONE ? null : Number(value))}
          />
        )
      })}
    </section>
  )
}
