/** Leaves room for a number within the 200 characters of the column. */
const MAX_SLUG = 180

/** A title in Latin letters, digits and dashes; 'article' when nothing of it can be written that way. */
export async function slugOf(title: string): Promise<string> {
  // Loaded with the first title: its tables of letters are large.
  const { default: slugify } = await import('@sindresorhus/slugify')
  const slug = slugify(title.replaceAll("'", '').replaceAll('’', '')).slice(0, MAX_SLUG).replace(/-+$/, '')
  return slug || 'article'
}

/** Slugs to try in turn: the plain one, then with -2, -3 and so on. */
export async function* slugCandidates(title: string): AsyncGenerator<string> {
  const slug = await slugOf(title)
  yield slug
  for (let n = 2; ; n++) yield `${slug}-${n}`
}
