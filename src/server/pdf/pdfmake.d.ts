/** The part of pdfmake that we use. Its own types would bring those of browsers. */
declare module 'pdfmake' {
  interface Pdfmake {
    setFonts(fonts: Record<string, Record<string, string | string[]>>): void
    setTableLayouts(layouts: Record<string, object>): void
    setUrlAccessPolicy(mayFetch: (address: string) => boolean): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
  }
  const pdfmake: Pdfmake
  export default pdfmake
}

/** The part of pdfmake that draws; the version is pinned, and a test draws such lines. */
declare module 'pdfmake/js/Renderer.js' {
  interface Renderer {
    renderLine(line: { inlines: import('./right-to-left.ts').Word[] }, x: number, y: number): void
  }
  const rendering: { default: { prototype: Renderer } }
  export default rendering
}

declare module 'bidi-js' {
  interface Embedding {
    levels: Uint8Array
  }
  interface Bidi {
    getEmbeddingLevels(text: string): Embedding
    getMirroredCharactersMap(text: string, embedding: Embedding): Map<number, string>
  }
  const bidiFactory: () => Bidi
  export default bidiFactory
}
