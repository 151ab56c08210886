import { byteText } from './text-forms.ts'

/** The bytes of base64, whatever stands between its letters; padding within begins a new unit. */
export function fromBase64(data: Uint8Array): Buffer {
  const text = byteText(data)
  const padding = text.indexOf('=')
  if (padding < 0 || !/[A-Za-z0-9+/]/.test(text.slice(padding, padding + 100_000))) return Buffer.from(text, 'base64')
  return Buffer.concat(text.split(/=+/).map((unit) => Buffer.from(unit, 'base64')))
}

const hex = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const upper = byte & 0xdf
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : -1
}

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09

/** Where the line goes on after the soft break that begins at `at`; -1 if it is none. */
function afterSoftBreak(data: Uint8Array, at: number): number {
  let next = at + 1
  while (isBlank(data[next])) next++
  if (data[next] === 0x0d) next++
  if (data[next] === 0x0a) return next + 1
  return next >= data.length ? next : -1
}

/** The bytes of quoted-printable; an `=` that encodes nothing stays. `isWord` for encoded words, which have no soft breaks. */
export function fromQuoted(data: Uint8Array, isWord = false): Uint8Array {
  const out = new Uint8Array(data.length)
  let length = 0
  for (let at = 0; at < data.length; ) {
    const byte = data[at] ?? 0
    if (byte !== 0x3d) {
      out[length++] = byte
      at++
      continue
    }
    const [high, low] = [hex(data[at + 1]), hex(data[at + 2])]
    const next = isWord ? -1 : afterSoftBreak(data, at)
    if (high >= 0 && low >= 0) {
      out[length++] = (high << 4) | low
      at += 3
    } else if (next > 0) at = next
    else {
      out[length++] = byte
      at++
    }
  }
  return out.subarray(0, length)
}

/** The bytes of a part without its transfer encoding; an unknown encoding is none. */
export function withoutTransfer(data: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.replaceAll(/\([^()]*\)/g, '').toLowerCase()
  if (name.includes('base64')) return fromBase64(data)
  if (name.includes('quoted-printable')) return fromQuoted(data)
  return data
}
