import { createHash } from 'node:crypto'
import {
  CONTAINER_KINDS,
  MADE_KIND_LABELS,
  type MadeKind,
  type MissingField,
  ORDER_KINDS,
} from '#contract/made-documents/made-documents.ts'
import type { Db } from '#server/db/client.ts'
import type { Services } from '#server/services.ts'
import { guessPieces } from './guess-pieces.ts'
import { readManifest } from './manifest-paper.ts'
import { missingOf } from './missing.ts'
import { type OrderData, readOrderData } from './order-data.ts'
import { labelsOf, paperOf } from './order-papers.ts'
import type { PrintedData } from './paper.ts'

/** The subject of documents: an order, or a container of a sailing. */
export type Subject = { orderId: number } | { containerId: number }

/** The current contents of a document, and why it cannot be made. */
export interface Draft {
  kind: MadeKind
  data: PrintedData
  hash: Buffer
  missing: MissingField[]
  /** Name of the file, without its extension. */
  name: string
  pieces: number | null
  piecesGuess: number | null
}

/** A piece count that the last labels were made with, where none was measured. */
export type LastPieces = (kind: MadeKind) => number | null

const hashOf = (data: PrintedData) => createHash('sha256').update(JSON.stringify(data)).digest()

function orderDraft(kind: (typeof ORDER_KINDS)[number], data: OrderData, pieces: number | null): Draft {
  const printed = kind === 'labels' ? labelsOf(data, pieces ?? 0) : paperOf(kind, data)
  return {
    kind,
    data: printed,
    hash: hashOf(printed),
    missing: missingOf(kind, data, pieces),
    name: `${MADE_KIND_LABELS[kind]} ${data.order.trackingCode}`,
    pieces: kind === 'labels' ? pieces : null,
    piecesGuess: kind === 'labels' && pieces === null ? guessPieces(data.order.shipmentDescription) : null,
  }
}

/**
 * The current contents of each document of an order or container. `pieces` counts the labels; by default the
 * received pieces, else as many as the last time. Throws 404; 409 for a container of an FCL order.
 */
export async function readDrafts(
  db: Db,
  services: Pick<Services, 'config'>,
  subject: Subject,
  { pieces, last }: { pieces: number | null; last: LastPieces },
): Promise<Draft[]> {
  if ('containerId' in subject) {
    const { data, missing, name } = await readManifest(db, subject.containerId)
    return CONTAINER_KINDS.map((kind) => ({
      kind,
      data,
      missing,
      hash: hashOf(data),
      pieces: null,
      piecesGuess: null,
      name: `${MADE_KIND_LABELS[kind]} ${name}`,
    }))
  }
  const data = await readOrderData(db, services, subject.orderId)
  return ORDER_KINDS.map((kind) => orderDraft(kind, data, pieces ?? data.loading?.pieces ?? last(kind)))
}
