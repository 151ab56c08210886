/** Name, SCAC and SMDG code of the lines whose ships the demo has, and of the other members of DCSA. */
const CARRIERS_LIST = [
  ['COSCO SHIPPING Lines', 'COSU', 'COS', /^(?:COSCO|XIN|CSCL) /],
  ['OOCL', 'OOLU', 'OOL', /^OOCL /],
  ['Evergreen Line', 'EGLV', 'EMC', /^EVER /],
  ['Yang Ming', 'YMJA', 'YML', /^YM /],
  ['Ocean Network Express', 'ONEY', 'ONE', /^ONE /],
  ['HMM', 'HDMU', 'HMM', /^(?:HMM|HYUNDAI) /],
  ['CMA CGM', 'CMDU', 'CMA', /^(?:CMA CGM|APL) /],
  ['MSC', 'MSCU', 'MSC', /^MSC /],
  ['Maersk', 'MAEU', 'MSK', /^MAERSK /],
  ['ZIM', 'ZIMU', 'ZIM', /^ZIM /],
  ['Matson', 'MATS', 'MAT', /^(?:MATSONIA|DANIEL K\.)/],
  ['Hapag-Lloyd', 'HLCU', 'HLC', /^HAPAG /],
] as const

export const CARRIERS = CARRIERS_LIST.map(([name, scac, smdg]) => ({ name, scac, smdg }))

/** The id of the line that a ship's name begins with; null for none. */
export function carrierId(vessel: string): number | null {
  const at = CARRIERS_LIST.findIndex(([, , , names]) => names.test(vessel))
  return at < 0 ? null : at + 1
}
