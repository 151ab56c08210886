import { plain } from './clients.ts'

export interface Supplier {
  company: string
  address: string
  person: string
  /** The city by UN/LOCODE, and the port of the depot it is nearest to. */
  city: string
  port: string
  goods: readonly string[]
}

const supplier = (
  company: string,
  address: string,
  person: string,
  [city, port]: readonly [string, string],
  goods: readonly string[],
): Supplier => ({ company, address, person, city, port, goods })

const DONGGUAN = ['CNDGG', 'CNYTN'] as const
const FOSHAN = ['CNFOS', 'CNNSA'] as const
const ZHONGSHAN = ['CNZSN', 'CNNSA'] as const
const YIWU = ['CNYIU', 'CNNGB'] as const
const HANGZHOU = ['CNHGH', 'CNNGB'] as const
const SUZHOU = ['CNSZH', 'CNSHA'] as const
const WUXI = ['CNWUX', 'CNSHA'] as const
const QUANZHOU = ['CNQZJ', 'CNXMN'] as const
const SHANTOU = ['CNSTG', 'CNXMN'] as const
const NANJING = ['CNNKG', 'CNSHA'] as const

/** Invented factories, most of them where a pick-up is offered. */
export const SUPPLIERS: readonly Supplier[] = [
  supplier(
    'Dongguan Hongrui Silicone Co., Ltd.',
    '18 Xinxing Industrial Rd, Chang’an, Dongguan',
    'Chen Liwei',
    DONGGUAN,
    ['Silicone baking mats and moulds', 'Collapsible silicone food containers'],
  ),
  supplier('Dongguan Brightpath Electronics', '6 Zhenhua St, Tangxia, Dongguan', 'Huang Jiaming', DONGGUAN, [
    'USB-C charging cables and wall chargers, no batteries',
    'Bluetooth speakers with built-in lithium batteries, UN3481',
  ]),
  supplier('Dongguan Yuanfeng Toys Factory', '77 Qingxi Ave, Qingxi, Dongguan', 'Deng Shufen', DONGGUAN, [
    'Wooden toys and puzzles',
    'Plush toys in retail boxes',
  ]),
  supplier('Foshan Qinghe Ceramics Co., Ltd.', '201 Jihua West Rd, Chancheng, Foshan', 'Liang Peiyi', FOSHAN, [
    'Ceramic dinnerware sets',
    'Porcelain bathroom accessories',
  ]),
  supplier('Foshan Shunmei Furniture', '9 Longjiang Rd, Shunde, Foshan', 'Luo Guanghui', FOSHAN, [
    'Flat-packed bedside tables and shelves',
    'Upholstered bar stools, knocked down',
  ]),
  supplier('Foshan Lanting Aluminium', '33 Dali Industrial Park, Nanhai, Foshan', 'He Zhiyuan', FOSHAN, [
    'Aluminium window profiles',
    'Folding aluminium ladders',
  ]),
  supplier('Zhongshan Lumina Lighting Co., Ltd.', '12 Guzhen Blvd, Guzhen, Zhongshan', 'Ou Weiqiang', ZHONGSHAN, [
    'LED pendant and ceiling lamps',
    'Solar garden lights',
  ]),
  supplier('Zhongshan Aireze Appliances', '58 Dongfeng Rd, Dongfeng, Zhongshan', 'Mai Xiuling', ZHONGSHAN, [
    'Desk fans and humidifiers',
    'Electric kettles and milk frothers',
  ]),
  supplier('Yiwu Jinzhou Housewares Trading', '88 Chouzhou North Rd, Yiwu', 'Wang Xiaoyan', YIWU, [
    'Kitchen storage boxes and drawer organisers',
    'Hair accessories and cosmetic bags',
    'Seasonal decorations and gift wrap',
  ]),
  supplier('Yiwu Tianhe Stationery', '5 Chengxin Ave, Yiwu', 'Lou Jianping', YIWU, [
    'Notebooks, pens and desk accessories',
    'Party supplies and balloons',
  ]),
  supplier('Hangzhou Silkway Textiles', '140 Linping Ave, Yuhang, Hangzhou', 'Shen Ruoxi', HANGZHOU, [
    'Bed linen and pillow cases',
    'Curtains and cushion covers',
  ]),
  supplier('Hangzhou Greenleaf Bamboo Products', '27 Anji Rd, Hangzhou', 'Zhu Haoran', HANGZHOU, [
    'Bamboo cutting boards and trays',
    'Bamboo laundry hampers',
  ]),
  supplier('Suzhou Everfit Sports Goods', '300 Loujiang Rd, Wuzhong, Suzhou', 'Gu Mengting', SUZHOU, [
    'Yoga mats and resistance bands',
    'Camping chairs and folding tables',
  ]),
  supplier('Suzhou Precision Tools Co., Ltd.', '19 Suhong Rd, Industrial Park, Suzhou', 'Qian Zhenyu', SUZHOU, [
    'Hand tool sets in plastic cases',
    'Drill bits and screwdriver sets',
  ]),
  supplier('Wuxi Rider Cycles Co., Ltd.', '45 Xishan Rd, Xishan, Wuxi', 'Xu Qiming', WUXI, [
    'Children’s bicycles in cartons',
    'Bicycle helmets, locks and pumps',
  ]),
  supplier('Wuxi Cleanwell Filters', '8 Meiyuan Rd, Binhu, Wuxi', 'Tang Yufei', WUXI, [
    'Water filter cartridges',
    'Replacement filters for air purifiers',
  ]),
  supplier('Quanzhou Stepway Footwear', '66 Jinjiang Rd, Jinjiang, Quanzhou', 'Lin Zhiqiang', QUANZHOU, [
    'Running shoes in retail boxes',
    'Rain boots and slippers',
  ]),
  supplier('Quanzhou Fengze Bags and Luggage', '121 Fengze St, Quanzhou', 'Zhuang Meihua', QUANZHOU, [
    'Backpacks and lunch bags',
    'Hard-shell suitcases, nested',
  ]),
  supplier('Shantou Chenghai Playworld', '15 Wenguan Rd, Chenghai, Shantou', 'Cai Junhao', SHANTOU, [
    'Building blocks and play sets',
    'Bath toys and water guns',
  ]),
  supplier('Nanjing Pawsome Pet Products', '210 Jiangning Rd, Nanjing', 'Jiang Yiran', NANJING, [
    'Cat trees and scratching posts',
    'Dog beds, leads and harnesses',
  ]),
  supplier(
    'Ningbo Harbourline Kitchenware',
    '9 Beilun Port Rd, Ningbo',
    'Ying Wenjun',
    ['CNCIX', 'CNNGB'],
    ['Stainless steel cookware sets', 'Salad spinners and graters'],
  ),
  supplier(
    'Cixi Homely Appliances',
    '72 Guanhaiwei Rd, Cixi',
    'Hu Lingyan',
    ['CNCIX', 'CNNGB'],
    ['Irons and garment steamers', 'Electric heaters'],
  ),
  supplier(
    'Shanghai Meridian Instruments',
    '1050 Jinqiao Rd, Pudong, Shanghai',
    'Fang Zihan',
    ['CNNTG', 'CNSHA'],
    ['Kitchen and luggage scales', 'Thermometers and hygrometers'],
  ),
  supplier(
    'Qingdao Haoyu Outdoor Products',
    '36 Chongqing South Rd, Qingdao',
    'Sun Mingzhe',
    ['CNTSN', 'CNTAO'],
    ['Patio umbrellas and bases', 'Garden furniture covers'],
  ),
  supplier(
    'Tianjin Bohai Cycle Parts',
    '4 Dongli Development Rd, Tianjin',
    'Meng Fanyu',
    ['CNTSN', 'CNTXG'],
    ['Bicycle frames and wheels', 'Steel garden trolleys'],
  ),
  supplier(
    'Dalian Northsea Glass',
    '28 Jinma Rd, Dalian',
    'Yu Hongbo',
    ['CNTSN', 'CNDLC'],
    ['Glass storage jars and bottles', 'Candle jars and diffusers, empty'],
  ),
  supplier(
    'Kowloon Prime Watches Ltd.',
    '7/F, 22 Kwai Fung Cres, Kwai Chung, Hong Kong',
    'Cheung Ka Yan',
    ['CNSZX', 'HKHKG'],
    ['Wrist watches and watch straps', 'Phone cases and screen protectors'],
  ),
]

/** The suppliers a client has saved and buys from: one to three. */
export function suppliersOf(clientAt: number): Supplier[] {
  const first = (clientAt * 5) % SUPPLIERS.length
  return SUPPLIERS.filter((_, at) =>
    [first, first + 7, first + 14].slice(0, 1 + (clientAt % 3)).some((n) => n % SUPPLIERS.length === at),
  )
}

/** How to reach a supplier: phone digits, and what to look out for. */
export function contactOf({ company, person, city }: Supplier): { email: string; phone: string; note: string } {
  const [given = '', family = ''] = plain(person).split('.')
  const number = [...company].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_000, 7)
  return {
    email: `${given}.${family}@${plain(company).split('.').slice(0, 3).join('-')}.example`,
    phone: `${city.startsWith('HK') ? '852' : '8613'}${String(number).padStart(6, '0')}555`,
    note: number % 4 === 0 ? 'Gate closes at 17:00, no loading on Sundays' : '',
  }
}
