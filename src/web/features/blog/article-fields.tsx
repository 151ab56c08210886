import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ARTICLE_TYPE_LABELS, articleType } from '#contract/blog/articles.ts'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { plainCodec } from '#web/ui/rich-text/codec.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import type { TypedArticle } from './article-form.ts'
import classes from './blog.module.css'
import { PreviewImageField } from './preview-image-field.tsx'
import { articleImages } from './shared/images.ts'

interface ArticleFieldsProps {
  values: TypedArticle
  errors: Record<string, ReactNode>
  onChange: (next: Partial<TypedArticle>) => void
}

const SECTIONS = articleType.options.map((value) => ({ value, label: ARTICLE_TYPE_LABELS[value] }))

/** The article's title and body, with its settings beside them, or below on a narrow screen. */
export function ArticleFields(fields: ArticleFieldsProps) {
  const { values, errors, onChange } = fields
  return (
    <div className={classes.editor}>
      <div className={classes.form}>
        <TextInput
          label="Title"
          withAsterisk
          value={values.title}
          error={errors.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <RichText
          label="Body"
          required
          codec={plainCodec}
          images={articleImages}
          onWhite
          value={values.content}
          error={errors.content ? String(errors.content) : null}
          onChange={(content) => onChange({ content })}
        />
      </div>
      <Settings {...fields} />
    </div>
  )
}

function Settings({ values, errors, onChange }: ArticleFieldsProps) {
  return (
    <aside className={classes.form} aria-label="Settings">
      <NativeSelect
        label="Section"
        data={SECTIONS}
        value={values.type}
        error={errors.type}
        onChange={(event) => onChange({ type: articleType.parse(event.currentTarget.value) })}
      />
      <PreviewImageField
        value={values.picture}
        error={errors.picture ?? errors.previewImageId}
        onChange={(picture) => onChange({ picture })}
      />
      <div className={classes.date}>
        <DayField
          label="Creation date"
          w={170}
          withAsterisk
          read={readDay}
          show={showDay}
          value={values.day}
          error={errors.day}
          onChange={(day) => onChange({ day })}
          onBoth={(day, time) => onChange({ day, time })}
        />
        <TimeField
          label="Time"
          w={100}
          withAsterisk
          read={readTime}
          value={values.time}
          error={errors.time}
          onChange={(time) => onChange({ time })}
        />
      </div>
      <TextInput
        label="Meta title"
        value={values.metaTitle}
        error={errors.metaTitle}
        onChange={(event) => onChange({ metaTitle: event.currentTarget.value })}
      />
      <Textarea
        label="Meta description"
        autosize
        minRows={3}
        maxRows={8}
        value={values.metaDescription}
        error={errors.metaDescription}
        onChange={(event) => onChange({ metaDescription: event.currentTarget.value })}
      />
    </aside>
  )
}
