import sharp from 'sharp'
import { createRandom } from '#demo/lib/random.ts'
import { circle, drawing, HEIGHT, PALETTES, rect, repeat, WIDTH } from '#demo/lib/svg.ts'
import { desk, harbour, pallet, railway, road, type Scene, vessel, warehouse, yard } from './scenes.ts'

const SCENES = { vessel, harbour, yard, warehouse, road, railway, desk } satisfies Record<string, Scene>

/** A scene and a time of day: 'harbour at dusk'. */
export interface Picture {
  scene: keyof typeof SCENES
  light: keyof typeof PALETTES
}

/** An article's picture as JPEG, 1415 × 545 pixels. The name varies it among others of its kind. */
export function drawPicture({ scene, light }: Picture, name: string): Promise<Buffer> {
  const palette = PALETTES[light]
  const svg = drawing(WIDTH, HEIGHT, SCENES[scene](palette, createRandom(`picture ${name}`)))
  return sharp(svg).flatten().jpeg({ quality: 90 }).toBuffer()
}

/** A depot's photo of pallets on its floor, as JPEG. Each `at` gives another photo. */
export function drawPallets(at: number): Promise<Buffer> {
  const random = createRandom(`pallets ${at}`)
  const walls = rect(0, 0, 960, 420, '#d9dfe2') + rect(0, 420, 960, 220, '#aab4b8')
  const door = rect(560, 120, 300, 300, '#8d9aa5') + repeat(7, (row) => rect(560, 150 + row * 40, 300, 3, '#6f7d88'))
  const pallets = pallet(60, 540, 4, random.int(3, 4), 92, random) + pallet(520, 580, 4, random.int(2, 3), 92, random)
  return sharp(drawing(960, 640, walls, door, pallets))
    .flatten()
    .jpeg({ quality: 72 })
    .toBuffer()
}

/** A carton label with a bar code, as PNG. */
export function drawCartonLabel(): Promise<Buffer> {
  const random = createRandom('label')
  let x = 60
  const bars = repeat(70, () => {
    const width = random.int(2, 6)
    x += width + random.int(2, 5)
    return rect(x, 250, width, 150, '#111111')
  })
  const lines = repeat(4, (row) => rect(60, 60 + row * 36, random.int(180, 420), 14, '#333333'))
  const parts = [rect(0, 0, 720, 460, '#ffffff'), rect(20, 20, 680, 420, 'none', 'stroke="#111111" stroke-width="3"')]
  return sharp(drawing(720, 460, ...parts, lines, bars, circle(640, 90, 34, '#111111')))
    .png({ palette: true })
    .toBuffer()
}
