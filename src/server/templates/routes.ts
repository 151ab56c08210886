import type { FastifyRequest } from 'fastify'
import { Role } from '#contract/accounts/session.ts'
import {
  ADMINISTRATORS_ONLY,
  htmlBlocks,
  mailTemplates,
  templateListItem,
  templateVariables,
} from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { forbidden } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { requireConfirmed, sessionOf } from '#server/http/auth.ts'
import { crudRoutes, recordRoutes } from '#server/resource/crud.ts'
import { pagedList, singleFilters } from '#server/resource/paged-list.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import { tableStore } from '#server/resource/table-store.ts'
import type { Services } from '#server/services.ts'
import { blockStore, isInSecretMail } from './block-store.ts'
import { isSecretMail, listTemplates } from './list-templates.ts'
import { previewRoutes } from './preview-routes.ts'
import { templateStore } from './template-store.ts'

// The list, whose rows carry no bodies.
const LIST = {
  paths: ['/template/email', '/template/email/get_all'],
  tag: 'Mail',
  row: templateListItem,
  sortable: mailTemplates.sortable,
  filterable: ['system', 'variable'],
}

/**
 * Guards mails with a secret link, whose author could lead receivers elsewhere: only administrators with a
 * recent confirmation may change them, and no key.
 */
const guardSecret = (db: Db) => async (request: FastifyRequest, id: number) => {
  if (!(await isSecretMail(db, id))) return
  if (sessionOf(request).apiKeyId === null && !sessionOf(request).roles.includes(Role.ADMIN))
    throw forbidden(ADMINISTRATORS_ONLY)
  requireConfirmed(request)
}

export function templateRoutes(app: App, services: Services): void {
  const { db } = services
  previewRoutes(app, services)

  pagedList(app, LIST, (query, from) => {
    const { variable = '', ...flags } = singleFilters(query)
    return listTemplates(from, query, { system: queryFlag(flags, 'system'), variable })
  })
  recordRoutes(app, db, mailTemplates, (on) => templateStore(on, services), {
    mayChange: guardSecret(db),
  })
  // Managers write blocks, even those that such a mail uses; but a key may not, nor a session that somebody
  // found open.
  const mayChange = async (request: FastifyRequest, id: number) => {
    if (await isInSecretMail(db, id)) requireConfirmed(request)
  }
  crudRoutes(app, db, htmlBlocks, (on) => blockStore(on, services), { mayChange })
  crudRoutes(app, db, templateVariables, (on) => tableStore(on, templateVariables))
}
