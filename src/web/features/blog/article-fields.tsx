import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ARTICLE_TYPE_LABELS, articleType } from '#contract/blog/articles.ts'
import { readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { articleImages } from '#web/model/blog/images.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { plainCodec } from '#web/ui/rich-text/codec.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import type { TypedArticle } from './article-form.ts'
import classes from './blog.module.css'
import { PreviewImageField } from './preview-image-field.tsx'

interface ArticleFieldsProps {
  values: TypedArticle
  errors: Record<string, ReactNode>
  onChange: (next: Partial<TypedArticle>) => void
}

const SECTIONS = articleType.options.map((value) => ({ value, label: ARTICLE_TYPE_LABELS[value] }))

export function ArticleFields({ values, errors, onChange }: ArticleFieldsProps) {
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        <NativeSelect
          label="Section"
          data={SECTIONS}
          value={values.type}
          error={errors.type}
          onChange={(event) => onChange({ type: articleType.parse(event.currentTarget.value) })}
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
      </div>
      <TextInput
        label="Title"
        withAsterisk
        value={values.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Meta title"
          value={values.metaTitle}
          error={errors.metaTitle}
          onChange={(event) => onChange({ metaTitle: event.currentTarget.value })}
        />
        <Textarea
          label="Meta description"
          autosize
          minRows={1}
          maxRows={5}
          value={values.metaDescription}
          error={errors.metaDescription}
          onChange={(event) => onChange({ metaDescription: event.currentTarget.value })}
        />
      </div>
      <PreviewImageField
        value={values.picture}
        error={errors.picture ?? errors.previewImageId}
        onChange={(picture) => onChange({ picture })}
      />
      <RichText
        label="Body"
        required
        codec={plainCodec}
        images={articleImages}
        value={values.content}
        error={errors.content ? String(errors.content) : null}
        onChange={(content) => onChange({ content })}
      />
    </div>
  )
}
