import type { Random } from '#demo/lib/random.ts'
import { backdrop, circle, HEIGHT, line, type Palette, rect, repeat, shape, WIDTH } from '#demo/lib/svg.ts'

export type Scene = (palette: Palette, random: Random) => string

/** A box with ribs, as seen from its side. */
function container(x: number, y: number, width: number, height: number, fill: string): string {
  const ribs = repeat(Math.floor(width / 9) - 1, (at) => `M${x + 6 + at * 9} ${y + 3}v${height - 6}`)
  const shade = `<path d="${ribs}" stroke="#000000" stroke-width="2" opacity="0.12"/>`
  return rect(x, y, width, height, fill) + shade + rect(x, y, width, 2, '#ffffff', 'opacity="0.3"')
}

function stack(
  x: number,
  base: number,
  columns: number,
  rows: number,
  size: readonly [number, number],
  paint: () => string,
): string {
  const [width, height] = size
  return repeat(columns, (column) =>
    repeat(rows, (row) => container(x + column * (width + 2), base - (row + 1) * (height + 2), width, height, paint())),
  )
}

function hills({ far, mid }: Palette, horizon: number, random: Random): string {
  const ridge = (rise: number) => {
    const points = Array.from({ length: 12 }, (_, at) => `${at * 130},${horizon - random.int(rise / 3, rise)}`)
    return `0,${horizon} ${points.join(' ')} ${WIDTH},${horizon}`
  }
  return shape(ridge(110), far, 'opacity="0.8"') + shape(ridge(60), mid, 'opacity="0.7"')
}

function waves({ light }: Palette, top: number, random: Random): string {
  return repeat(46, () => {
    const [x, y] = [random.int(0, WIDTH), random.int(top, HEIGHT - 12)]
    return rect(x, y, random.int(30, 120), 3, light, 'opacity="0.18" rx="1.5"')
  })
}

function vesselAt(x: number, water: number, palette: Palette, random: Random): string {
  const paint = () => random.pick(palette.paint)
  const bays = repeat(9, (bay) => stack(x + 150 + bay * 72, water - 88, 1, random.int(2, 5), [68, 24], paint))
  const bridge = rect(x + 62, water - 230, 66, 144, palette.light) + rect(x + 52, water - 236, 86, 16, palette.light)
  const windows = repeat(5, (at) => rect(x + 70 + at * 11, water - 216, 7, 8, palette.dark))
  const funnel =
    rect(x + 20, water - 190, 30, 104, palette.paint[0] ?? palette.dark) +
    rect(x + 20, water - 176, 30, 12, palette.light)
  const hull = `${x - 10},${water - 86} ${x + 850},${water - 86} ${x + 900},${water - 104} ${x + 846},${water + 26} ${x + 20},${water + 26}`
  const belt = `${x + 8},${water + 4} ${x + 854},${water + 4} ${x + 846},${water + 26} ${x + 20},${water + 26}`
  return bays + funnel + bridge + windows + shape(hull, palette.dark) + shape(belt, '#8c4a3c')
}

export const vessel: Scene = (palette, random) => {
  const horizon = 330
  const front = rect(0, 424, WIDTH, HEIGHT, palette.ground, 'opacity="0.85"')
  return (
    backdrop(palette, horizon, 1130) +
    hills(palette, horizon, random) +
    vesselAt(250, 410, palette, random) +
    front +
    waves(palette, 350, random)
  )
}

function crane(x: number, base: number, colour: string): string {
  const legs = line(`${x},${base} ${x + 24},${base - 210} ${x + 106},${base - 210} ${x + 130},${base}`, colour, 10)
  const boom = line(`${x - 220},${base - 240} ${x + 190},${base - 240}`, colour, 12)
  const mast = line(`${x + 50},${base - 210} ${x + 66},${base - 330} ${x + 82},${base - 210}`, colour, 7)
  const stays = line(`${x - 200},${base - 246} ${x + 66},${base - 330} ${x + 180},${base - 246}`, colour, 3)
  const cross = line(`${x + 10},${base - 90} ${x + 120},${base - 90}`, colour, 7)
  const hoist =
    line(`${x - 120},${base - 236} ${x - 120},${base - 150}`, colour, 2) +
    container(x - 152, base - 150, 64, 26, '#d9a441')
  return legs + boom + mast + stays + cross + hoist
}

export const harbour: Scene = (palette, random) => {
  const paint = () => random.pick(palette.paint)
  const quay = rect(0, 440, WIDTH, 24, palette.dark) + rect(0, 464, WIDTH, 81, palette.mid)
  const cranes = [400, 760, 1120].map((x) => crane(x, 440, palette.dark)).join('')
  const yard =
    stack(20, 440, 3, 4, [84, 26], paint) +
    stack(560, 440, 2, 3, [84, 26], paint) +
    stack(1270, 440, 2, 4, [84, 26], paint)
  return backdrop(palette, 380, 230) + hills(palette, 380, random) + yard + cranes + quay + waves(palette, 474, random)
}

export const yard: Scene = (palette, random) => {
  const paint = () => random.pick(palette.paint)
  const back = stack(-40, 430, 11, 8, [130, 38], paint)
  const ground = rect(0, 430, WIDTH, 115, palette.mid) + rect(0, 476, WIDTH, 6, palette.light, 'opacity="0.5"')
  return backdrop(palette, 430, 700) + back + rect(0, 0, WIDTH, 430, palette.sky[1], 'opacity="0.12"') + ground
}

function carton(x: number, base: number, size: number, random: Random): string {
  const fill = random.pick(['#c9a57b', '#bd966a', '#d3b38c'])
  const tape = rect(x + size * 0.42, base - size * 0.8, size * 0.16, size * 0.8, '#e8d6b8')
  return (
    rect(x, base - size * 0.8, size, size * 0.8, fill) +
    tape +
    rect(x + size * 0.1, base - size * 0.3, size * 0.22, size * 0.16, '#f5f1e8')
  )
}

/** Cartons on a pallet: x and base in pixels, `columns` wide and `rows` high. */
export function pallet(x: number, base: number, columns: number, rows: number, size: number, random: Random): string {
  const wood =
    rect(x, base - 8, columns * size, 8, '#9b7b55') +
    repeat(3, (at) => rect(x + at * (columns * size - 14) * 0.5, base, 14, 8, '#7f6344'))
  return (
    wood +
    repeat(rows, (row) =>
      repeat(columns, (column) => carton(x + column * size, base - 8 - row * size * 0.8, size - 2, random)),
    )
  )
}

export const warehouse: Scene = (palette, random) => {
  const wall = rect(0, 0, WIDTH, 420, palette.light) + rect(0, 420, WIDTH, 125, palette.far)
  const lamps = repeat(
    6,
    (at) => rect(90 + at * 240, 0, 6, 36, palette.dark) + rect(50 + at * 240, 36, 90, 10, palette.dark),
  )
  const shelf = (x: number, y: number) =>
    rect(x, y, 300, 8, '#c98f6b') +
    repeat(random.int(3, 5), (at) => carton(x + 12 + at * 56, y, random.int(42, 54), random))
  const racks = repeat(4, (at) => {
    const x = 40 + at * 350
    const posts = rect(x - 8, 90, 10, 330, palette.ground) + rect(x + 298, 90, 10, 330, palette.ground)
    return posts + [190, 290, 390].map((y) => shelf(x, y)).join('')
  })
  return wall + lamps + racks + pallet(180, 500, 4, 2, 52, random) + pallet(1010, 510, 3, 3, 52, random)
}

function wheels(xs: readonly number[], y: number, dark: string): string {
  return xs.map((x) => circle(x, y, 22, dark) + circle(x, y, 9, '#c8d0d4')).join('')
}

export const road: Scene = (palette, random) => {
  const way =
    rect(0, 420, WIDTH, 125, '#8f9a72') +
    rect(0, 420, WIDTH, 90, palette.dark) +
    repeat(12, (at) => rect(20 + at * 125, 462, 64, 5, palette.light, 'opacity="0.8"'))
  const cab =
    shape('958,400 958,292 1020,292 1062,340 1070,400', palette.paint[1] ?? palette.mid) +
    shape('1000,302 1020,302 1048,340 1000,340', palette.light)
  const truck = container(420, 262, 520, 128, random.pick(palette.paint)) + rect(410, 392, 660, 12, palette.dark) + cab
  return (
    backdrop(palette, 420, 1180) +
    hills(palette, 420, random) +
    way +
    truck +
    wheels([470, 526, 820, 876, 1022], 414, '#10181f')
  )
}

export const railway: Scene = (palette, random) => {
  const paint = () => random.pick(palette.paint)
  const field = rect(0, 440, WIDTH, 105, '#a99a6a', 'opacity="0.6"') + rect(0, 432, WIDTH, 8, palette.dark)
  const cars = repeat(5, (at) => {
    const x = 330 + at * 222
    return (
      stack(x, 418, 1, 2, [206, 52], paint) +
      rect(x - 4, 416, 214, 10, palette.dark) +
      wheels([x + 26, x + 180], 424, palette.dark)
    )
  })
  const engine =
    shape('70,418 70,330 104,300 300,300 300,418', palette.paint[0] ?? palette.mid) +
    rect(86, 334, 40, 26, palette.light) +
    wheels([110, 170, 250], 424, palette.dark)
  return (
    backdrop(palette, 400, 260) +
    hills(palette, 400, random) +
    rect(0, 400, WIDTH, 40, palette.far) +
    cars +
    engine +
    field
  )
}

export const desk: Scene = (palette, random) => {
  const table = rect(0, 0, WIDTH, HEIGHT, palette.far) + rect(0, 400, WIDTH, 145, '#b08d68')
  const sheet = (x: number, tilt: number) => {
    const rows = repeat(9, (at) => rect(x + 30, 150 + at * 26, random.int(90, 200), 8, palette.mid, 'opacity="0.55"'))
    const head = rect(x + 30, 106, 120, 18, palette.dark, 'opacity="0.8"')
    return `<g transform="rotate(${tilt} ${x + 130} 260)">${rect(x, 76, 260, 360, '#ffffff')}${head}${rows}</g>`
  }
  const stamp = `<g transform="rotate(-12 1010 300)">${circle(1010, 300, 70, 'none', `stroke="${palette.paint[0]}" stroke-width="7"`)}${rect(955, 288, 110, 24, palette.paint[0] ?? '')}</g>`
  const box = pallet(1120, 470, 3, 3, 74, random)
  return table + sheet(170, -7) + sheet(480, 3) + sheet(800, -2) + stamp + box
}
