/** Pixels: the width and height in which article pictures are shown whole. */
export const WIDTH = 1415
export const HEIGHT = 545

/** The colours of a time of day: sky from top to horizon, background, foreground, and paint. */
export interface Palette {
  sky: readonly [top: string, bottom: string]
  sun: string
  far: string
  mid: string
  ground: string
  dark: string
  light: string
  paint: readonly string[]
}

const PAINT = ['#b5654a', '#3f6f8f', '#d9a441', '#5f8a6b', '#7a5a78', '#8d9aa5', '#c98f6b', '#2f5573'] as const

export const PALETTES = {
  dawn: {
    sky: ['#8fb2c9', '#f6e3cf'],
    sun: '#fbf1dc',
    far: '#9db4bf',
    mid: '#6f92a3',
    ground: '#4d7183',
    dark: '#22384a',
    light: '#f4efe6',
    paint: PAINT,
  },
  day: {
    sky: ['#6ea6cc', '#dcedf5'],
    sun: '#ffffff',
    far: '#a9c4cf',
    mid: '#6d99ad',
    ground: '#3f7690',
    dark: '#1d3a52',
    light: '#f7fafb',
    paint: PAINT,
  },
  dusk: {
    sky: ['#4a5d7e', '#e8b796'],
    sun: '#f9d9a8',
    far: '#7d7f99',
    mid: '#56617f',
    ground: '#36486a',
    dark: '#18233a',
    light: '#f1e4d6',
    paint: PAINT,
  },
  fog: {
    sky: ['#b9c7cd', '#e9eeee'],
    sun: '#f5f7f6',
    far: '#c3cfd2',
    mid: '#98abb1',
    ground: '#71898f',
    dark: '#33474f',
    light: '#f5f7f6',
    paint: PAINT,
  },
} as const satisfies Record<string, Palette>

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`
}

/** A closed shape through the points 'x,y x,y …'. */
export function shape(points: string, fill: string, more = ''): string {
  return `<polygon points="${points}" fill="${fill}" ${more}/>`
}

/** An open line through the points, `width` pixels wide. */
export function line(points: string, stroke: string, width: number): string {
  return `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
}

/** Sky, sun and a ground that begins at the horizon. */
export function backdrop({ sky, sun, ground }: Palette, horizon: number, sunAt: number): string {
  const stops = `<stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/>`
  return [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs>`,
    rect(0, 0, WIDTH, horizon, 'url(#sky)'),
    circle(sunAt, horizon - 120, 56, sun, 'opacity="0.85"'),
    rect(0, horizon, WIDTH, HEIGHT - horizon, ground),
  ].join('')
}

export function drawing(width: number, height: number, ...parts: readonly string[]): Buffer {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  return Buffer.from(`${head}${parts.join('')}</svg>`)
}

/** Maps the numbers from 0 to `count` - 1. */
export function repeat(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join('')
}
