/** A text being cleaned, or cleaned. */
interface Kept {
  version: string
  text: Promise<string>
}

/** Texts that are kept, about 100 000 characters each at most. */
const MOST = 100

/**
 * Cleans each version of an article once, however many visitors ask for it at the same time, and keeps the
 * `most` read last. A failure is not kept.
 */
export function createArticleTexts(clean: (html: string) => Promise<string | null>, most = MOST) {
  const kept = new Map<number, Kept>()
  const cleaned = async (read: () => Promise<string>) => (await clean(await read())) ?? ''

  /** The cleaned text of this version of an article; `read` returns its text as stored. */
  return async (id: number, version: string, read: () => Promise<string>): Promise<string> => {
    const known = kept.get(id)
    const fresh = known?.version === version ? known : { version, text: cleaned(read) }
    kept.delete(id)
    kept.set(id, fresh)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    try {
      return await fresh.text
    } catch (error) {
      if (kept.get(id) === fresh) kept.delete(id)
      throw error
    }
  }
}
export type ArticleTexts = ReturnType<typeof createArticleTexts>
