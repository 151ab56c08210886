import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FRAME_TICKET_MINUTES } from '#contract/lib/frame-ticket.ts'
import { DB_LIMITS } from '#server/db/limits.ts'
import { LIMITS, PUBLIC_BODIES } from './limits.ts'

const MB = 1024 * 1024

test('the table for operators lists the limits', async () => {
  const page = await readFile('docs/operations.md', 'utf8')
  const seconds = (ms: number) => `${ms / 1_000} s`
  for (const row of [
    `| headers of a request | within ${seconds(LIMITS.headersMs)}, ${LIMITS.headerBytes / 1024} KB with the address |`,
    `| one part of a path | ${LIMITS.pathPartChars} characters |`,
    `| a request without files: sent and answered | ${seconds(LIMITS.handlerMs)} |`,
    `| an upload: sent | ${seconds(LIMITS.uploadMs)} (25 MB at 1.7 Mbit/s), then ${seconds(LIMITS.afterUploadMs)} for the answer |`,
    `| a connection that stalls in the middle of a request | ${seconds(LIMITS.silenceMs)} |`,
    `| a reply, however slowly it is read | ${LIMITS.replyMs / 60_000} minutes |`,
    `| a request that goes on after its answer | ${seconds(LIMITS.lingerMs)} |`,
    `| an idle connection between two requests | ${seconds(LIMITS.keepAliveMs)} |`,
    `| a body | ${LIMITS.bodyBytes / MB} MB |`,
    `| a body that anybody may send | ${LIMITS.publicBodyBytes / 1024} KB; a sign-in with a passkey ${PUBLIC_BODIES.passkeyLogin / 1024} KB |`,
    `| a JSON body | ${LIMITS.jsonDepth} levels, ${LIMITS.jsonValues.toLocaleString('en')} values; the delivery grid 250,000 values,`,
    `| a mail shown in a frame | ${PUBLIC_BODIES.frame / MB} MB; a ticket for it lasts ${FRAME_TICKET_MINUTES} minutes |`,
    `without a session in the last day | ${LIMITS.strangerConnections} |`,
    `| documents of one form | ${LIMITS.fileBytes / MB} MB in all, ${LIMITS.files} files |`,
    `| other parts of a form | ${LIMITS.fields} fields of ${LIMITS.fieldBytes / 1024} KB, names of ${LIMITS.fieldNameBytes} bytes, ${LIMITS.partHeaders} headers a part, a boundary of 70 characters |`,
    `| a free connection to the database | ${seconds(DB_LIMITS.poolWaitMs)} |`,
    `| a statement, a lock | ${seconds(DB_LIMITS.statementMs)}, ${seconds(DB_LIMITS.lockMs)} |`,
    `| an unresponsive database | ${seconds(DB_LIMITS.databaseSilenceMs)} |`,
    `| an idle transaction | ${seconds(DB_LIMITS.transactionIdleMs)} |`,
  ])
    expect(page).toContain(row)
})
