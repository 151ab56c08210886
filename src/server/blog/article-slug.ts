/** Characters of a slug, which leave room for a number within the 200 of the column. */
const MAX_SLUG = 180

/** A title in Latin letters, digits and dashes; 'article' if nothing remains. */
export async function slugOf(title: string): Promise<string> {
  // The package is loaded on first use, because its tables are large.
  const { default: slugify } = await import('@sindresorhus/slugify')
  const slug = slugify(title.replaceAll("'", '').replaceAll('’', '')).slice(0, MAX_SLUG).replace(/-+$/, '')
  return slug || 'article'
}
