import { SegmentedControl, Skeleton } from '@mantine/core'
import { type Ref, Suspense, useId, useState } from 'react'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import type { Codec } from './codec.ts'
import type { RichTextHandle } from './pane-props.ts'
import classes from './rich-text.module.css'
import type { RichTextImages } from './rich-text-engine.ts'

const VisualPane = lazyPart(async () => (await import('./rich-text-visual.tsx')).RichTextVisual)
const SourcePane = lazyPart(async () => (await import('./rich-text-source.tsx')).RichTextSource)

interface RichTextProps {
  label: string
  /** The HTML. An unedited text is returned exactly as it came. */
  value: string
  onChange: (value: string) => void
  /** Called when the text gets the focus. */
  onFocus?: () => void
  codec: Codec
  /** The height in px. */
  height?: number
  error?: string | null
  required?: boolean
  /** True to keep every attribute and comment, and to offer a source view. */
  keepAll?: boolean
  images?: RichTextImages
  /** True to edit on white in both themes, as readers see it. */
  onWhite?: boolean
  ref?: Ref<RichTextHandle>
}

type Mode = 'text' | 'source'
const ROWS_ONLY = 'This text starts with table rows and can only be edited as source.'

/** A rich text field; the editor is loaded when first shown. */
export function RichText({
  label,
  codec,
  error,
  required,
  keepAll = false,
  images,
  onWhite = false,
  height = 700,
  ...pane
}: RichTextProps) {
  const [wanted, setWanted] = useState<Mode>('text')
  const errorId = useId()
  const editable = codec.editable(pane.value)
  const mode = editable ? wanted : 'source'
  const shared = { label, height, invalid: Boolean(error), describedBy: errorId, ...pane }
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span className={classes.label}>
          {label}
          {required && <span aria-hidden> *</span>}
        </span>
        {keepAll && (
          <SegmentedControl
            size="xs"
            aria-label={`Edit ${label.toLowerCase()} as`}
            value={mode}
            onChange={(next) => setWanted(next === 'source' ? 'source' : 'text')}
            data={[
              { value: 'text', label: 'Text', disabled: !editable },
              { value: 'source', label: 'Source' },
            ]}
          />
        )}
      </div>
      {keepAll && !editable && <p className={classes.note}>{ROWS_ONLY}</p>}
      {/* The message is above the text, which may be taller than the screen. */}
      <p className={classes.error} id={errorId} role="alert">
        {error}
      </p>
      <PartBoundary key={mode}>
        <Suspense fallback={<Skeleton height={height} />}>
          <div
            className={classes.pane}
            data-invalid={error ? true : undefined}
            data-themed={!onWhite || undefined}
            style={{ minHeight: height }}
          >
            {mode === 'source' ? (
              <SourcePane {...shared} />
            ) : (
              <VisualPane {...shared} codec={codec} keepAll={keepAll} images={images} onWhite={onWhite} />
            )}
          </div>
        </Suspense>
      </PartBoundary>
    </div>
  )
}
