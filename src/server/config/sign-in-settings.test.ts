import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { readConfig } from './config.ts'

const set = { APP_URL: 'https://office.example', OIDC_ISSUER: 'https://id.example/', OIDC_CLIENT_ID: 'quayside' }

test('without an issuer there is no provider, and passwords are on', () => {
  expect(readConfig({})).toMatchObject({ oidc: undefined, passwordLogin: 'on' })
})

test('issuer and client are enough: a public client that changes no roles and logs out at the provider', () => {
  expect(readConfig(set).oidc).toEqual({
    issuer: 'https://id.example/',
    clientId: 'quayside',
    clientSecret: undefined,
    name: 'single sign-on',
    scopes: 'openid email profile',
    roles: null,
    endsSession: true,
    acrValues: null,
    bothFactors: false,
  })
})

test('a role map has a role for each value, which may contain an equals sign', () => {
  const OIDC_ROLE_MAP = 'cn=staff,cn=x=ROLE_MANAGER'
  expect(() => readConfig({ ...set, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP })).toThrow('OIDC_ROLE_MAP must be pairs')
  const { oidc } = readConfig({
    ...set,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'staff = ROLE_MANAGER , cn=admins=ROLE_ADMIN',
  })
  expect(oidc?.roles).toEqual({
    claim: 'groups',
    map: new Map([
      ['staff', Role.MANAGER],
      ['cn=admins', Role.ADMIN],
    ]),
  })
})

test.each<[Record<string, string>, string]>([
  [{ OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set together'],
  [{ OIDC_ISSUER: '' }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set together'],
  [{ APP_URL: '' }, 'OIDC_ISSUER needs APP_URL'],
  [{ OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER must be an https address'],
  [{ OIDC_ISSUER: 'https://id.example/?tenant=1' }, 'OIDC_ISSUER must be an https address'],
  [{ OIDC_ISSUER: 'https://user@id.example/' }, 'OIDC_ISSUER must be an https address'],
  [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be an https address'],
  [{ OIDC_SCOPES: 'email profile' }, 'OIDC_SCOPES must contain openid'],
  [{ OIDC_NAME: 'x'.repeat(51) }, 'OIDC_NAME must be no more than 50 characters'],
  [{ OIDC_ROLE_CLAIM: 'groups' }, 'OIDC_ROLE_CLAIM and OIDC_ROLE_MAP must be set together'],
  [{ OIDC_ROLE_MAP: 'a=ROLE_ADMIN' }, 'OIDC_ROLE_CLAIM and OIDC_ROLE_MAP must be set together'],
  [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'a=ROLE_USER' }, 'OIDC_ROLE_MAP must be pairs'],
  [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'a=ROLE_ADMIN,a=ROLE_MANAGER' }, 'OIDC_ROLE_MAP must be pairs'],
  [{ PASSWORD_LOGIN: 'no' }, 'PASSWORD_LOGIN must be on or off'],
  [{ OIDC_LOGOUT: 'yes' }, 'OIDC_LOGOUT must be 0 or 1'],
])('%j is refused by name', (change, message) => {
  expect(() => readConfig({ ...set, ...change })).toThrow(message)
})
