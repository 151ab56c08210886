import { Button, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ARTICLE_TYPE_LABELS,
  type ArticleListItem,
  type ArticlePositions,
  type ArticleType,
  articleType,
  NO_ARTICLE,
} from '#contract/articles.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { failedLookUp } from '#web/lib/failed-look-up.ts'
import { same } from '#web/lib/merge-changes.ts'
import { showError } from '#web/lib/toast.tsx'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { Fault } from '#web/ui/fault.tsx'
import { positionsQuery, savePositions, visibleQuery } from './article-queries.ts'
import classes from './blog.module.css'
import { SLOT_NAMES } from './slots.ts'

/** Six news and six resources of the public main page. */
export function MainViewTab() {
  const positions = useQuery(positionsQuery)
  const news = useQuery(visibleQuery('news'))
  const resources = useQuery(visibleQuery('resources'))
  const fault = failedLookUp(positions, news, resources)
  if (fault) return <Fault {...fault} />
  if (!positions.data || !news.data || !resources.data) return <Skeleton h={420} mt="md" />
  return <Slots stored={positions.data} offered={{ news: news.data, resources: resources.data }} />
}

interface SlotsProps {
  stored: ArticlePositions
  offered: Record<ArticleType, ArticleListItem[]>
}

function Slots({ stored, offered }: SlotsProps) {
  const [chosen, setChosen] = useState<ArticlePositions | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const slots = chosen ?? stored
  const changed = !same(slots, stored)
  const saved = useUnsaved(changed, { keys: ['tab'] })
  const choose = (type: ArticleType, index: number, id: number | null) => {
    setErrors({})
    setChosen({ ...slots, [type]: slots[type].map((each, at) => (at === index ? id : each)) })
  }
  const submit = async () => {
    setSaving(true)
    try {
      await savePositions(slots)
      saved()
      setChosen(null)
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else showError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <div className={classes.sections}>
        {articleType.options.map((type) => (
          <Section
            key={type}
            type={type}
            slots={slots[type]}
            offered={offered[type]}
            errors={errors}
            onChoose={(...choice) => choose(type, ...choice)}
          />
        ))}
      </div>
      {changed && (
        <div className={classes.bar}>
          <Button variant="default" disabled={saving} onClick={() => setChosen(null)}>
            Cancel
          </Button>
          <Button loading={saving} onClick={() => void submit()}>
            Submit
          </Button>
        </div>
      )}
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

/** A slot offers every visible article of its section that no other slot holds. */
function Section({ type, slots, offered, errors, onChoose }: SectionProps) {
  return (
    <section aria-label={ARTICLE_TYPE_LABELS[type]}>
      <h2 className={classes.sectionTitle}>{ARTICLE_TYPE_LABELS[type]}</h2>
      {SLOT_NAMES.map((name, index) => {
        const current = slots[index] ?? null
        const free = offered.filter(({ id }) => id === current || !slots.includes(id))
        return (
          <Select
            key={name}
            mb="sm"
            label={name}
            aria-label={`${name} of ${ARTICLE_TYPE_LABELS[type]}`}
            searchable
            nothingFoundMessage="No article found"
            data={[
              { value: NONE, label: NO_ARTICLE },
              ...free.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            value={String(current ?? NONE)}
            error={errors[`${type}.${index}`]}
            onChange={(value) => onChoose(index, value === null || value === NONE ? null : Number(value))}
          />
        )
      })}
    </section>
  )
}
