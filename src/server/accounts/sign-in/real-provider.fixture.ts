import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from '#server/db/embedded/free-port.ts'

/** Claims of a person besides the subject. */
type Claims = Record<string, unknown>

export const CLIENT = { id: 'quayside', secret: 'a-secret-of-the-test' }

/** A real identity provider on localhost, by `oidc-provider`: whoever is named signs in at once. */
export async function startProvider(appUrl: string) {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Claims>()
  let subject = ''
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${appUrl}/single-sign-on/callback`],
        post_logout_redirect_uris: [`${appUrl}/login`],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a-key-of-the-test'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const result = subject ? { login: { accountId: subject } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result)
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    issuer,
    /** The person who signs in next; '' for one who declines. */
    enter(id: string, claims: Claims = {}) {
      subject = id
      people.set(id, claims)
    },
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
