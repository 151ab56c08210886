/** Browsers by their marks, in this order: most claim to be others, too. */
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b((Headless)?Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*Safari\//],
]
const SYSTEMS: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
const named = (of: typeof BROWSERS, text: string) => of.find(([, mark]) => mark.test(text))?.[0]

/** A browser and its device in words, 'Firefox on Windows'. Never repeats the text of the header itself. */
export function deviceWords(userAgent: string): string {
  const browser = named(BROWSERS, userAgent)
  const system = named(SYSTEMS, userAgent)
  if (!browser && !system) return userAgent === '' ? 'Unknown' : 'Another program'
  return `${browser ?? 'Another browser'}${system ? ` on ${system}` : ''}`
}
