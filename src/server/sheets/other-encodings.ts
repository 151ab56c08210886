import type { TextEncodingName } from '#contract/lib/import-options.ts'
import { otherEuropean, withoutMixedWords, withoutWesternWords } from './european-words.ts'
import { windowsText } from './windows-1252.ts'

/*
 * Encodings that we do not read have the same bytes as those that we guess. What a text of ours would be in each
 * of them is judged by the characters that names and addresses are made of; only a clear case counts.
 */

/** Characters of names and addresses in each encoding. */
const USUAL = {
  gb18030:
    '肖聂尤涂詹柯凌关祝欧翁骆符柴的一在不中国人大上海北京广州深圳天津宁波青岛连厦门苏杭南武汉成都重庆香港东莞佛山温义乌绍兴嘉珠烟台威无锡常福泉合肥郑济沈阳长春哈尔滨西安昆明贵省市区县镇乡村路街道号楼室厦层弄巷栋单元幢座园港口码头仓库工业新公司有限责任股份集团贸易物流际进出货运代理科技实发展电子机械制造服饰装家具五金灯塑料化学纺织品食玩具商投资管信息联系姓名地址客户话邮箱编手注备王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋谢韩唐冯于董程曹袁邓许傅曾彭吕卢蒋蔡贾丁魏薛叶余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易乔贺赖龚文刚强伟芳娜敏静丽军洋勇艳杰娟涛超霞平建志小红华民玉德光明永生荣',
  big5: '的一在不中國人大上海北京廣州深圳天津寧波青島連廈門蘇杭南武漢成都重慶香港臺台灣灣北高雄桃園新竹基隆屏嘉義彰化雲林花蓮九龍葵涌荃觀塘灣仔省市區縣鎮鄉村里路街道號樓室廈層弄巷段座園口碼頭倉庫工業公司有限責任股份集團貿易物流際進出貨運代理科技實發展電子機械製造服飾裝家具五金燈塑膠料化學紡織品食玩具商投資管信息聯繫姓名地址客戶話郵箱編手註備王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董程曹袁鄧許傅沈曾彭呂盧蔣蔡賈丁魏薛葉余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易喬賀賴龔文明偉美玲淑雅惠志建宏俊家',
  'euc-kr':
    '김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허유남심노하곽성차주우구민진지현수영철호준경재희숙자미은혜상동순용석태원기승종훈시도로길읍면리번가층울부산인천대광제평택포항여창포해운물무역통식회사국제공업선박항만전화소이름메일업체명담당자연락처한국기산테크원코아엔씨',
  shift_jis:
    '株式会社有限合東京都大阪府道市区町村丁目番地号横浜神戸名古屋福岡札幌仙台広島川崎千葉埼玉愛知兵庫港運輸商事工業貿易物流倉庫製作所海陸産電機子材料店本社支部課担当者氏名住所電話番号佐藤鈴木高橋田中伊渡辺山本村林加吉小松井木斎清口池阿森原石金野上近遠青坂福島岡谷太郎一二三四五子美日国際株',
}
type Usual = keyof typeof USUAL
const SETS = Object.fromEntries(
  Object.entries(USUAL).map(([name, signs]) => [name, new Set(signs)]),
) as unknown as Record<Usual, ReadonlySet<string>> // the same keys

const NAMES = {
  big5: 'Chinese in Big5',
  'euc-kr': 'Korean in EUC-KR',
  shift_jis: 'Japanese in Shift JIS',
  'euc-jp': 'Japanese in EUC-JP',
  'windows-1251': 'Cyrillic in Windows-1251',
  'koi8-r': 'Cyrillic in KOI8-R',
}
type Other = keyof typeof NAMES

/** What a text is in whose bytes make sense in no encoding. */
export const UNKNOWN_ENCODING = 'in an encoding that is not known'

/** Bytes that are judged. */
const MOST = 64 * 1024
const KANA = /[\u3041-\u30fe]/gu
/** Characters beyond ASCII. */
const BEYOND = /[^\0-\x7f]/gu
/** Runs of three letters or more beyond ASCII: no Western word has one. */
const RUNS = /[^\0-\x7f]{3,}/gu
const CYRILLIC = /^(?:[\u0410-\u042f\u0401]?[\u0430-\u044f\u0451]+|[\u0410-\u042f\u0401]+)$/
/** Signs beside a letter that are accented letters in Central European encodings. */
const BESIDE_LETTER =
  /(?<=\p{L})[\u00b2\u00b3\u00b9\u00bc-\u00bf\u00a1\u00a3\u00a5\u00b5]|[\u00b3\u00b9\u00bf\u00a3\u00a5\u00b6](?=\p{Ll})/gu

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0

function decoded(data: Uint8Array, encoding: string): string | null {
  try {
    // The sample may end within a character.
    return new TextDecoder(encoding, { fatal: true }).decode(data, { stream: true })
  } catch {
    return null
  }
}

/** The share of the characters beyond ASCII that names and addresses in this encoding are made of. */
function usualShare(data: Uint8Array, encoding: Usual | 'euc-jp'): number {
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp'
  const text = decoded(data, encoding)
  const beyond = text?.match(BEYOND) ?? []
  // gb18030 has kana at the same places as EUC-JP: a Chinese name has one for show at most.
  const kana = isJapanese ? countOf(text ?? '', KANA) * (encoding === 'euc-jp' ? 2 : 1) : 0
  const usual = beyond.filter((sign) => SETS[isJapanese ? 'shift_jis' : encoding].has(sign)).length
  return beyond.length === 0 ? 0 : (usual + kana) / beyond.length
}

/** The share of bytes beyond ASCII in Cyrillic words, without those that have plain letters: 'MÜÄÖ' is not 'MЬДЦ'. */
function cyrillicShare(data: Uint8Array, encoding: 'windows-1251' | 'koi8-r'): number {
  const text = new TextDecoder(encoding).decode(data)
  const unmixed = withoutMixedWords(windowsText(data))
  const runs = [...unmixed.matchAll(RUNS)].map(({ 0: run, index }) => text.slice(index, index + run.length))
  const words = runs.filter((run) => CYRILLIC.test(run)).join('')
  return words.length / Math.max(1, countOf(text, BEYOND))
}

/** The share of characters that stand where Western text has them: no runs, no signs within words. */
function westernShare(data: Uint8Array): number {
  const beyond = countOf(Buffer.from(data).toString('latin1'), BEYOND)
  const text = withoutWesternWords(windowsText(data))
  const runs = (text.match(RUNS) ?? []).join('').length
  return beyond === 0 ? 1 : 1 - (runs + countOf(text, BESIDE_LETTER)) / beyond
}

/** How much more another encoding must explain, and below which share a guess explains too little by itself. */
const CLEAR = { more: 0.15, least: 0.3, western: 0.5, chinese: 0.1, signs: 12 }

/**
 * Why a text is rather in an encoding that is not read than in the guessed one: 'Korean in EUC-KR', or
 * `UNKNOWN_ENCODING`. Null where the guess may be right. `data` begins at most a word before the first byte beyond
 * ASCII.
 */
export function otherEncoding(data: Uint8Array, guess: TextEncodingName): string | null {
  const sample = data.subarray(0, MOST)
  const isChinese = guess === 'gb18030'
  const own = isChinese ? usualShare(sample, 'gb18030') : westernShare(sample)
  const shares: Record<Other, number> = {
    big5: usualShare(sample, 'big5'),
    'euc-kr': usualShare(sample, 'euc-kr'),
    shift_jis: usualShare(sample, 'shift_jis'),
    'euc-jp': usualShare(sample, 'euc-jp'),
    'windows-1251': cyrillicShare(sample, 'windows-1251'),
    'koi8-r': cyrillicShare(sample, 'koi8-r'),
  }
  const [best] = Object.entries(shares).toSorted(([, a], [, b]) => b - a)
  if (best && best[1] >= CLEAR.least && best[1] > own + CLEAR.more) return NAMES[best[0] as Other] // a key of them
  const european = isChinese ? null : otherEuropean(sample)
  if (european) return european
  const isPoor = isChinese
    ? own < CLEAR.chinese && countOf(decoded(sample, 'gb18030') ?? '', BEYOND) >= CLEAR.signs
    : own < CLEAR.western
  return isPoor ? UNKNOWN_ENCODING : null
}

/** Letters of two bytes in UTF-8 that are no Latin ones: Greek, Cyrillic, Armenian, Hebrew, Arabic. */
const OTHER_LETTERS = /^[\u0370-\u07ff]+$/
/** Such a letter within a Latin word or a code: somebody typed it by mistake, for it looks like one. */
const BESIDE_LATIN = /[a-z\d][\u0370-\u07ff]|[\u0370-\u07ff][a-z\d]/i
/** Words of two letters or more, each in one script and with capitals where words have them. */
const WORDS =
  /(?<![\u0370-\u07ff])(?:[\u0401-\u042f]?[\u0430-\u045f]+|[\u0401-\u042f]{2,}|[\u0386-\u03ab]?[\u03ac-\u03ce]+|[\u0386-\u03ab]{2,}|[\u0531-\u0587]{2,}|[\u05d0-\u05ea]{2,}|[\u0620-\u064a]{2,})(?![\u0370-\u07ff])/gu
/** Most characters of a text that may be UTF-8 by chance. */
const BY_CHANCE = 8

/**
 * Whether a text that is UTF-8 is so by chance: a few Chinese characters in GB18030, such as '\u9b4f', have the bytes of
 * a Greek or Cyrillic letter that stands by itself. `data` begins with the byte before the first one beyond ASCII.
 */
export function isChineseByChance(data: Uint8Array): boolean {
  const sample = data.subarray(0, MOST)
  const text = decoded(sample, 'utf-8') ?? ''
  const letters = text.match(BEYOND) ?? []
  if (
    BESIDE_LATIN.test(text) ||
    (text.match(WORDS) ?? []).some((word) => word.length > 1) ||
    letters.length === 0 ||
    letters.length > BY_CHANCE ||
    !OTHER_LETTERS.test(letters.join(''))
  )
    return false
  return usualShare(sample, 'gb18030') === 1
}
