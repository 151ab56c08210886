import { ARTICLE_LABELS, ARTICLE_TYPE_LABELS, articles, articleType } from '#contract/blog/articles.ts'
import type { Image } from '#contract/lib/images.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { differingHtml } from '#web/lib/saving/differing-text.ts'
import { labelledRow, type SaveConflict } from '#web/lib/saving/save-merging.ts'
import type { ConflictRow } from '#web/ui/dialog/conflict-dialog.tsx'
import classes from './blog.module.css'

const Picture = ({ image }: { image: Image | null | undefined }) =>
  image && <img className={classes.cropped} src={image.small} alt={image.name} />

/**
 * A field of an article that two people changed, with both values as text; of long texts, the part that
 * differs. `picture` is mine.
 */
export function articleConflict(
  keys: readonly string[],
  both: Pick<SaveConflict, 'mine' | 'theirs'>,
  { picture, dateTime }: { picture: Image | null; dateTime: Dates['dateTime'] },
): ConflictRow {
  const [key = ''] = keys
  const { label, mine, theirs } = labelledRow(ARTICLE_LABELS, keys, both)
  const each = (shown: (value: string) => string) => ({ label, mine: shown(mine), theirs: shown(theirs) })
  if (key === 'type') return each((type) => ARTICLE_TYPE_LABELS[articleType.parse(type)])
  if (key === 'customCreatedAt') return each((seconds) => dateTime(Number(seconds)))
  if (key === 'content') return { label, mine: differingHtml(mine, theirs), theirs: differingHtml(theirs, mine) }
  if (key !== 'previewImageId') return { label, mine, theirs }
  const their = articles.row.shape.previewImage.safeParse(both.theirs.previewImage).data
  return { label, mine: <Picture image={picture} />, theirs: <Picture image={their} /> }
}
