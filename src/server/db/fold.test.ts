import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fold } from '#contract/lib/fold.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

interface Folded {
  text: string
  folded: string
  again: string
  term: string
  sameTerm: boolean
  /** Whether the database knows no other form of it: its rules of letters may be older than the browser's. */
  unknown: boolean
}

/** Texts that one statement folds, within its limit of time. */
const AT_ONCE = 4_000

/** The forms that the database folds texts into. */
async function inDatabase(texts: readonly string[]): Promise<Folded[]> {
  const found: Folded[] = []
  for (let at = 0; at < texts.length; at += AT_ONCE) found.push(...(await foldedNow(texts.slice(at, at + AT_ONCE))))
  return found
}

const foldedNow = async (texts: readonly string[]) =>
  (
    await sql<Folded>`select text, fold(text) as folded, fold(fold(text)) as again, search_term(text) as term,
      search_term(search_term(text)) = search_term(text) as same_term,
      lower(normalize(text, nfkd) collate names) = text as unknown
    from unnest(${texts}::text[]) with ordinality t(text, n) order by n`.execute(server.db)
  ).rows

/** Characters of the planes with letters; of East Asian and historic signs one of sixteen. */
const CHARACTERS = Array.from({ length: 0x20000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .filter(
    (code) => code < 0x3400 || (code > 0xa000 && code < 0xac00) || (code > 0xf900 && code < 0x10000) || code % 16 === 0,
  )
  .map((code) => String.fromCodePoint(code))

test('the database folds every character as the browser does, and once is enough', async () => {
  const wrong = (await inDatabase(CHARACTERS)).filter(
    ({ text, folded, again, sameTerm, unknown }) =>
      again !== folded ||
      !sameTerm ||
      (folded !== fold(text) && !(unknown && text.normalize('NFKD').toLowerCase() !== text)),
  )
  expect(wrong).toEqual([])
})

test('capitals that the database does not know are of no alphabet of trade', async () => {
  const rows = await inDatabase(
    CHARACTERS.filter((text) => /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(text)),
  )
  const younger = rows.filter(({ text, folded }) => folded !== fold(text)).map(({ text }) => text)
  // Historic letters that Unicode got after the rules of the database.
  expect(younger.filter((text) => (text.codePointAt(0) ?? 0) < 0x1c80)).toEqual([])
})

/** Pieces whose neighbours matter: marks, spaces, apostrophes, syllables. */
const PIECES = [..."aZ \u00a0éÉßſİıŁøÆŉ\u0301\u0308’'`ʻ“–ＡｶﾞがΣςΐЙё한ㄱ各אָأـไยिक्\u200b\u00adﬁ½№℃đĐếƠ\t\n\u2028\u3000"]

test('texts of any such characters fold alike', async () => {
  let seed = 1
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const texts = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + next(8) }, () => PIECES[next(PIECES.length)]).join(''),
  )
  const wrong = (await inDatabase(texts)).filter(({ text, folded, again }) => folded !== fold(text) || again !== folded)
  expect(wrong).toEqual([])
})

test('a pattern has nothing that stands for other letters, and none of a text of which nothing is left', async () => {
  const { rows } = await sql<{ pattern: string | null }>`select fold_pattern(text) as pattern
    from unnest(${['100％ ＿A＼', '’']}::text[]) with ordinality t(text, n) order by n`.execute(server.db)
  expect(rows.map(({ pattern }) => pattern)).toEqual(['100\\% \\_a\\\\', null])
})
