/*
 * Values that style declarations of rich text may have. A browser ignores any other, so leaving those out
 * only makes the page valid.
 */

const NAMES =
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke yellow yellowgreen currentcolor'
const COLOURS = new Set(NAMES.split(' '))
const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const RGB = /^rgba?\( ?\d{1,3}(?: ?, ?\d{1,3}){2}(?: ?, ?(?:[01]|0?\.\d{1,4}))? ?\)$/

type Check = (value: string) => boolean
const oneOf = (words: string): Check => {
  const known = new Set(words.split(' '))
  return (value) => known.has(value)
}
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value))
/** Checks one to four values, one for each side. */
const sides =
  (check: Check): Check =>
  (value) =>
    value.split(' ').length <= 4 && value.split(' ').every(check)

const colour: Check = (value) => COLOURS.has(value) || HEX.test(value) || RGB.test(value)
const length: Check = (value) => /^(?:0|\d+(?:\.\d+)?(?:px|em|rem|pt|%))$/.test(value)
const signed: Check = (value) => length(value.replace(/^-(?=\d)/, ''))
const border: Check = (value) => length(value) && !value.endsWith('%')
const auto = oneOf('auto')
const decoration: Check = (value) =>
  value === 'none' || /^(?!.*\b([a-z-]+)\b.* \1(?: |$))(?:(?:^| )(?:underline|overline|line-through))+$/.test(value)
const family: Check = (value) => /^(?:(?:^|, ?)(?:[a-z][\w-]*(?: [a-z][\w-]*)*|'[^'"]+'|"[^'"]+"))+$/i.test(value)
const margin = either(signed, auto)
const size = either(length, auto)

const CHECKS: Record<string, Check> = {
  color: colour,
  'background-color': colour,
  'text-align': oneOf('left right center justify start end'),
  'vertical-align': either(oneOf('baseline sub super text-top text-bottom middle top bottom'), signed),
  'text-decoration': decoration,
  'font-size': either(length, oneOf('xx-small x-small small medium large x-large xx-large smaller larger')),
  'font-weight': oneOf('normal bold bolder lighter 100 200 300 400 500 600 700 800 900'),
  'font-style': oneOf('normal italic oblique'),
  'font-family': family,
  'line-height': either(length, oneOf('normal'), (value) => /^\d+(?:\.\d+)?$/.test(value)),
  'list-style-type': oneOf(
    'none disc circle square decimal decimal-leading-zero lower-alpha lower-greek lower-latin lower-roman upper-alpha upper-latin upper-roman',
  ),
  float: oneOf('left right none'),
  width: size,
  height: size,
  'border-collapse': oneOf('collapse separate'),
  'border-width': sides(border),
  'border-style': sides(oneOf('none hidden dotted dashed solid double groove ridge inset outset')),
  'border-color': sides(colour),
  padding: sides(length),
  'padding-left': length,
  margin: sides(margin),
  'margin-left': margin,
  'margin-right': margin,
}

/** The declarations of a style attribute that browsers understand, the last of each property. */
export function readStyles(style: string): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const written = declaration
      .slice(colon + 1)
      .trim()
      .replace(/\s+/g, ' ')
    const value = property === 'font-family' ? written : written.toLowerCase()
    if (colon > 0 && Object.hasOwn(CHECKS, property) && CHECKS[property]?.(value)) kept[property] = value
  }
  return kept
}

/** A style attribute of declarations; '' without any. */
export const writeStyles = (styles: Record<string, string>): string =>
  Object.entries(styles)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')
