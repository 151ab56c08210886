import { createHash, createVerify } from 'node:crypto'

/** RFC 6376, 3.4.2: names in lower case, lines unfolded, one space for any. */
const relaxedHeader = (line: string) => {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`
}

/** RFC 6376, 3.4.4: no space at line ends, one for any, no empty lines at the end. */
const relaxedBody = (body: string) =>
  body
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)*$/, '\r\n')

/**
 * Verifies the DKIM signature of a mail (rsa-sha256, relaxed/relaxed) with the public key in PEM, by RFC
 * 6376. Returns its tags and whether body and headers are as they were signed.
 */
export function verifyDkim(raw: Buffer, publicKey: string) {
  const text = raw.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const headers = text.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? ''
  const tags = Object.fromEntries(
    relaxedHeader(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).trim()]),
  )
  const bodyHash = createHash('sha256')
    .update(relaxedBody(text.slice(end + 4)), 'latin1')
    .digest('base64')
  // A name repeated in the list takes the last header of that name that is left.
  const left = [...headers]
  const signed = (tags.h ?? '').split(':').flatMap((name) => {
    const at = left.findLastIndex((line) => line.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`))
    return at < 0 ? [] : left.splice(at, 1).map(relaxedHeader)
  })
  const own = relaxedHeader(signature.replace(/(;\s*b=)[^;]*/, '$1'))
  const verify = createVerify('sha256').update([...signed, own].join('\r\n'), 'latin1')
  const value = Buffer.from((tags.b ?? '').replace(/\s/g, ''), 'base64')
  return { tags, body: bodyHash === tags.bh?.replace(/\s/g, ''), headers: verify.verify(publicKey, value) }
}
