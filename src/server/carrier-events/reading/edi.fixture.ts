/** The time at which fixtures are read. */
export const NOW = Date.UTC(2026, 10, 28, 12)

/** Signs of an interchange of X12. */
interface Signs {
  element?: string
  component?: string
  terminator?: string
}
/** An interchange, in the form that guides of carriers print. Segments are written with '*', '>' and '~'. */
export function interchange315(
  messages: readonly string[],
  { element = '*', component = '>', terminator = '~' }: Signs = {},
): string {
  const isa =
    'ISA*00*          *00*          *02*MSCU           *ZZ*QUAYSIDE       *261127*1015*U*00401*000000905*0*P*>~'
  const text = [
    isa,
    'GS*QO*MSCU*QUAYSIDE*20261127*1015*42*X*004010~',
    ...messages,
    `GE*${messages.length}*42~`,
    'IEA*1*000000905~',
  ]
  const signs: Record<string, string> = { '*': element, '>': component, '~': terminator }
  return text.join('').replaceAll(/[*>~]/g, (sign) => signs[sign] ?? sign)
}

/** A set of a 315 between ST and SE, which count it. */
export function set315(control: string, segments: readonly string[]): string {
  const all = [`ST*315*${control}`, ...segments]
  return `${[...all, `SE*${all.length + 1}*${control}`].join('~')}~`
}

const B4_DEPARTED = 'B4***VD*20261105*2340*SHANGHAI*MSCU*123456*L*45G1*CNSHA*UN*6'
const REFERENCES = ['N9*BM*MEDUQ1234567', 'N9*BN*EBKG09876543', 'N9*EQ*APZU4812090', 'N9*SCA*MSCU']
const VESSEL = 'Q2*9321483*PA***20261105*12*8400*L*FE445E***L*MSC OLIVIA'
export const PORTS = [
  'R4*R*UN*CNSZV*SUZHOU*CN',
  'R4*L*UN*CNSHA*SHANGHAI*CN',
  'DTM*370*20261105*2340*LT',
  'R4*D*UN*USLAX*LOS ANGELES*US',
  'DTM*371*20261120',
  'R4*E*K*60267*CHICAGO*US',
]

/** A departure with everything a guide lists. */
export const DEPARTED = set315('0001', [B4_DEPARTED, ...REFERENCES, VESSEL, ...PORTS])

/** An interchange of EDIFACT; segments are written with '+', ':' and "'". */
export const interchangeIftsta = (messages: readonly string[], una = "UNA:+.? '"): string =>
  `${una}${una && '\n'}UNB+UNOC:3+SUDU:ZZZ+QUAYSIDE:ZZZ+261127:1015+IC905'${messages.join('')}UNZ+${messages.length}+IC905'`

/** A message of IFTSTA between UNH and UNT, which count it. */
export function messageIftsta(reference: string, segments: readonly string[]): string {
  const all = [`UNH+${reference}+IFTSTA:D:00B:UN`, ...segments]
  return `${[...all, `UNT+${all.length + 1}+${reference}`].join("'")}'`
}

/** Arrival of a vessel and discharge of two boxes, in the form that guides of carriers print. */
export const ARRIVED = messageIftsta('M1', [
  'BGM+23+ST-4711+9',
  'DTM+137:202611271015:203',
  'NAD+CA+SUDU:160:87',
  'RFF+BN:6HAM?+0815',
  'CNI+1+SUDUN6HAM0815',
  'STS+1+VA::87',
  'RFF+BM:SUDUN6HAM0815',
  'DTM+334:202611200610:203',
  'LOC+175+USLAX:139:6:LOS ANGELES',
  'LOC+9+CNSHA:139:6:SHANGHAI',
  "TDT+20+445E+1++SUDU:172:87+++9321483:146:11:KING?'S OLIVIA:PA",
  'STS+1+UV',
  'DTM+334:20261121:102',
  'LOC+11+USLAX:139:6:LOS ANGELES+WBCT',
  'EQD+CN+SUDU 123456-9+45G1:102:5',
  'EQD+CN+APZU4812090',
  'EQD+CH+XXXX',
])
