/**
 * Ports and rail ramps of the US and Canada, by UN/LOCODE, with other clocks than their country's usual ones: those where
 * containers arrive.
 */
const CODES: Readonly<Record<string, string>> = {
  'America/Los_Angeles': 'USLAX USLGB USOAK USSFO USSAN USNTD USSEA USTIW USPDX',
  'America/Phoenix': 'USPHX',
  'America/Denver': 'USDEN USSLC USELP',
  'America/Chicago': 'USHOU USGLS USFPO USMSY USMOB USGPT USCHI USDAL USMEM USBNA USSTL USMKC USMES USOMA USLRD',
  'America/Anchorage': 'USANC',
  'Pacific/Honolulu': 'USHNL',
  'America/Vancouver': 'CAVAN CAPRR',
  'America/Edmonton': 'CACAL CAEDM',
  'America/Regina': 'CAREG',
  'America/Winnipeg': 'CAWNP',
  'America/Moncton': 'CASJB',
  'America/Halifax': 'CAHAL',
}
const ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries(CODES).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)),
)

/** The time zone of a port whose clocks are not those of its country; null for all others. */
export const zoneOfPort = (code: string): string | null => ZONES.get(code) ?? null
