import slugify from '@sindresorhus/slugify'

/** Leaves room for a number within the 200 characters of the column. */
const MAX_SLUG = 180

/** The slug a title asks for: Latin letters, digits and dashes; 'article' when nothing of the title can be written so. */
export function slugOf(title: string): string {
  const slug = slugify(title.replaceAll("'", '').replaceAll('’', '')).slice(0, MAX_SLUG).replace(/-+$/, '')
  return slug || 'article'
}

/** The slugs to try in turn: the plain one, then with -2, -3 and so on. */
export function* slugCandidates(title: string): Generator<string> {
  const slug = slugOf(title)
  yield slug
  for (let n = 2; ; n++) yield `${slug}-${n}`
}
