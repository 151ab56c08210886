import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findZone } from './iana.ts'

const META = createRequire(import.meta.url).resolve('moment-timezone/data/meta/latest.json')

/** Zones of countries whose first zone is not the one that most people live by. */
const USUAL: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  MY: 'Asia/Kuala_Lumpur',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
}

let zones: ReadonlyMap<string, string> | null = null

function readZones(): ReadonlyMap<string, string> {
  const { countries }: { countries: Record<string, { zones: string[] }> } = JSON.parse(readFileSync(META, 'utf8'))
  return new Map(
    Object.entries(countries).flatMap(
      ([
        code,
        {
          zones: [first],
        },
      ]) => {
        const zone = USUAL[code] ?? first
        return zone ? [[code, zone] as const] : []
      },
    ),
  )
}

/**
 * The time zone of a country by its two letters, the one that most of its people live by; null for an unknown country.
 */
export function zoneOfCountry(code: string): string | null {
  zones ??= readZones()
  const zone = zones.get(code)
  return zone && findZone(zone) ? zone : null
}
