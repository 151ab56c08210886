import type { PaperSize } from '#contract/system/company.ts'

/** A line of facts: its label and its value. Empty values are left out. */
export type Fact = [label: string, value: string]

/** The forwarder as a document names it. */
export interface PrintedCompany {
  name: string
  address: string
  contact: string[]
  bankLines: string
  paperSize: PaperSize
  /** The storage key of the logo; null for none. */
  logoKey: string | null
}

/** Facts under a heading. As a grid they are cells beside each other, otherwise lines. */
export interface Section {
  title: string
  facts: Fact[]
  grid?: true
}

/** Rows under headings; the last row may be a total. */
export interface PaperTable {
  columns: { title: string; width: number | '*'; right?: true }[]
  rows: string[][]
  total: string[] | null
}

/**
 * The contents of a document on A4 or Letter, in words: kept with it, and compared to tell whether its data has
 * changed.
 */
export interface Paper {
  form: 'paper'
  title: string
  /** The document's own number. */
  number: string
  company: PrintedCompany
  parties: { title: string; text: string }[]
  sections: Section[]
  table: PaperTable | null
  texts: { title: string; text: string }[]
  /** Lines to be filled in by hand; null for none. */
  toSign: { title: string; lines: string[] } | null
  /** Whether it is marked on every page as not binding. */
  draft: boolean
  landscape: boolean
}

/** The contents of an order's labels: one for each piece. */
export interface Labels {
  form: 'labels'
  company: string
  trackingCode: string
  pieces: number
  from: string
  to: string
  facts: Fact[]
}

/** The data that a document is made from. */
export type PrintedData = Paper | Labels
