import { Buffer } from 'node:buffer'

const SIZE = 11
const LEADING = 17

/**
 * One page of text as a PDF 1.4, in Helvetica: a heading and lines. Characters outside Windows-1252 become
 * '?'.
 */
export function writePdf(heading: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F2 18 Tf 56 770 Td (${escapeText(heading)}) Tj ET`,
    `BT /F1 ${SIZE} Tf ${LEADING} TL 56 736 Td`,
    ...lines.map((line) => `(${escapeText(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ])
}

function assemble(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}

function escapeText(text: string): string {
  const plain = text
    .replace(/[’‘]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/[^ -~\u00a0-\u00ff]/g, '?')
  return plain.replace(/[\\()]/g, '\\$&')
}
