import { workerData } from 'node:worker_threads'
import { createDb, createPool } from '#server/db/client.ts'
import { sheetPieces } from '#server/sheets/write-sheet.ts'
import { servePieces } from '#server/threads/pieces.ts'
import { auditSheet } from './audit-sheet.ts'
import type { AuditExport } from './export-audit.ts'

const { source, filter, format }: AuditExport = workerData
const db = createDb(createPool(source.url, 1, { pooler: source.pooler }))
await servePieces(sheetPieces(auditSheet(db, filter), format))
