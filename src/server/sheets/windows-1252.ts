/**
 * Signs of Windows-1252 that ISO 8859-1 has no letters for; some releases of Node decode them as controls. Five
 * bytes are no sign.
 */
const WINDOWS = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ'

/** A text in Windows-1252: one character for each byte, U+FFFD for one that is none. */
export const windowsText = (data: Uint8Array): string =>
  Buffer.from(data.buffer, data.byteOffset, data.length)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80] ?? sign)
