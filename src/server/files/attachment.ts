/** Content-Disposition (RFC 6266) with an ASCII name for old browsers and the real name in UTF-8. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Content policy of an uploaded file: should a browser show it after all, it runs and loads nothing. */
export const DOWNLOAD_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
