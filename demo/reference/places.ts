type Place = readonly [code: string, name: string]

/** Seaports by UN/LOCODE. */
export const PORTS: readonly Place[] = [
  ['CNSHA', 'Shanghai'],
  ['CNNGB', 'Ningbo'],
  ['CNYTN', 'Yantian'],
  ['CNSHK', 'Shekou'],
  ['CNNSA', 'Nansha'],
  ['CNHUA', 'Huangpu'],
  ['CNXMN', 'Xiamen'],
  ['CNTAO', 'Qingdao'],
  ['CNTXG', 'Xingang (Tianjin)'],
  ['CNDLC', 'Dalian'],
  ['CNFOC', 'Fuzhou'],
  ['HKHKG', 'Hong Kong'],
  ['TWKHH', 'Kaohsiung'],
  ['VNSGN', 'Ho Chi Minh City'],
  ['USLAX', 'Los Angeles'],
  ['USLGB', 'Long Beach'],
  ['USOAK', 'Oakland'],
  ['USSEA', 'Seattle'],
  ['USTIW', 'Tacoma'],
  ['USNYC', 'New York'],
  ['USEWR', 'Newark'],
  ['USSAV', 'Savannah'],
  ['USHOU', 'Houston'],
  ['USORF', 'Norfolk'],
  ['USCHS', 'Charleston'],
  ['USBAL', 'Baltimore'],
  ['USMIA', 'Miami'],
  ['CAVAN', 'Vancouver'],
  ['CAPRR', 'Prince Rupert'],
  ['CAMTR', 'Montreal'],
  ['CAHAL', 'Halifax'],
]

/** Pick-up cities in China and inland points of North America, by UN/LOCODE. */
export const CITIES: readonly Place[] = [
  ['CNDGG', 'Dongguan'],
  ['CNFOS', 'Foshan'],
  ['CNZSN', 'Zhongshan'],
  ['CNHUI', 'Huizhou'],
  ['CNJMN', 'Jiangmen'],
  ['CNZUH', 'Zhuhai'],
  ['CNCAN', 'Guangzhou'],
  ['CNSZX', 'Shenzhen'],
  ['CNYIU', 'Yiwu'],
  ['CNHGH', 'Hangzhou'],
  ['CNJHA', 'Jinhua'],
  ['CNSXG', 'Shaoxing'],
  ['CNWNZ', 'Wenzhou'],
  ['CNCIX', 'Cixi'],
  ['CNSZH', 'Suzhou'],
  ['CNWUX', 'Wuxi'],
  ['CNCZX', 'Changzhou'],
  ['CNNTG', 'Nantong'],
  ['CNNKG', 'Nanjing'],
  ['CNQZJ', 'Quanzhou'],
  ['CNSTG', 'Shantou'],
  ['CNTSN', 'Tianjin'],
  ['USCHI', 'Chicago'],
  ['USDAL', 'Dallas'],
  ['USATL', 'Atlanta'],
  ['USMEM', 'Memphis'],
  ['CATOR', 'Toronto'],
  ['CACAL', 'Calgary'],
  ['CAEDM', 'Edmonton'],
  ['CAWNP', 'Winnipeg'],
]

const names = new Map([...PORTS, ...CITIES])

/** The name of a port or city. Throws for a code that is neither. */
export function placeName(code: string): string {
  const name = names.get(code)
  if (!name) throw new Error(`No place ${code}`)
  return name
}

/** The id of a port or a city: its position in the list, from 1. */
export function placeId(list: readonly Place[], code: string): number {
  const at = list.findIndex(([known]) => known === code)
  if (at < 0) throw new Error(`No place ${code}`)
  return at + 1
}
