import { existsSync, readdirSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { S3Settings } from '#server/files/s3-store.ts'
import { FONT_FILE } from '#server/pdf/font-file.ts'
import { findZone } from '#server/zones/iana.ts'
import { type Encryption, encryptionOf } from './encryption.ts'
import { type InboxConfig, inboxOf, inboxSettings } from './inbox-settings.ts'
import { type NetworkConfig, networkOf, networkSettings } from './network-settings.ts'
import { ConfigError, empty, optional, url } from './setting-fields.ts'
import { type OidcSettings, oidcOf, signInSettings } from './sign-in-settings.ts'

const postgres = () => url('a postgres:// address', ['postgres:', 'postgresql:'])
const site = () => url('an http or https address', ['http:', 'https:']).transform((value) => value.replace(/\/+$/, ''))

/** A time zone whose rules the server has, by its IANA name. */
const timeZone = () =>
  z.string().transform((value, ctx) => {
    const zone = findZone(value)
    if (zone) return zone.name
    ctx.addIssue({ code: 'custom', message: 'must be a time zone like Europe/Berlin' })
    return z.NEVER
  })

const port = () =>
  z.coerce
    .number({ error: 'must be a port' })
    .int('must be a port')
    .min(0, 'must be a port')
    .max(65_535, 'must be a port')

const connections = () =>
  z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(10, 'must be 10 or more')

function holdSeconds(most: number) {
  const error = `must be a whole number of seconds from 0 to ${most}`
  return z.coerce.number({ error }).int(error).min(0, error).max(most, error)
}

/** An address or a network such as 10.0.0.0/8. */
function isNetwork(value: string): boolean {
  const [address = '', bits, more] = value.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const networks = () =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .refine((list) => list.every(isNetwork), 'must be addresses or networks like 10.0.0.0/8, separated by commas')

function callsPerMinute() {
  const error = 'must be a whole number of calls from 10 to 100000'
  return z.coerce.number({ error }).int(error).min(10, error).max(100_000, error)
}

/** Sealing keys of 256 bits. The message never repeats the setting. */
const sealKeys = () =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .refine(
      (keys) => keys.every((key) => /^[0-9a-f]{64}$/i.test(key)),
      'must be 64 hex digits, as openssl rand -hex 32 prints them; several keys are separated by commas',
    )

const domain = () => z.string().regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i, 'must be a name like quayside.example')

const mailFrom = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const settings = z.object({
  PORT: z.preprocess(empty, port().default(3000)),
  HOST: z.preprocess(empty, z.string().default('127.0.0.1')),
  METRICS_PORT: optional(port()),
  TRUSTED_PROXIES: optional(networks()),
  MAX_CONNECTIONS: z.preprocess(empty, connections().default(2_000)),
  MAX_CONNECTIONS_PER_ADDRESS: z.preprocess(empty, connections().default(500)),
  API_KEY_CALLS_PER_MINUTE: z.preprocess(empty, callsPerMinute().default(600)),
  DATA_DIR: z.preprocess(empty, z.string().default('data')),
  DATABASE_URL: optional(postgres()),
  DATABASE_DIRECT_URL: optional(postgres()),
  DATABASE_READ_URL: optional(postgres()),
  DEMO: optional(z.enum(['0', '1', 'reference'], { error: 'must be 0, 1 or reference' })),
  DEMO_PUBLIC: optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  S3_URL: optional(site()),
  S3_REGION: z.preprocess(empty, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: optional(url('an smtp:// or smtps:// address', ['smtp:', 'smtps:'])),
  MAIL_FROM: z.preprocess(
    empty,
    z
      .string()
      .regex(mailFrom, 'must be an email address, with or without a name')
      .default('Quayside <no-reply@quayside.example>'),
  ),
  MAIL_REPLY_TO: optional(z.string().regex(mailFrom, 'must be an email address, with or without a name')),
  MAIL_DKIM_DOMAIN: optional(domain()),
  MAIL_DKIM_SELECTOR: optional(domain()),
  MAIL_DKIM_KEY_FILE: optional(z.string()),
  MAIL_HOLD_SECONDS: z.preprocess(empty, holdSeconds(120).default(10)),
  RUN_HOLD_SECONDS: z.preprocess(empty, holdSeconds(600).default(60)),
  PDF_FONTS: optional(z.string()),
  REQUIRE_SECOND_FACTOR: optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  SECRETS_KEY: optional(sealKeys()),
  APP_URL: optional(site()),
  ...signInSettings,
  ...networkSettings,
  ...inboxSettings,
  PUBLIC_SITE_URL: optional(site()),
  CUSTOMER_SITE_URL: optional(site()),
  COOKIE_DOMAIN: optional(z.string().regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a domain name')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(site()),
  OTEL_SERVICE_NAME: z.preprocess(empty, z.string().max(200).default('quayside')),
  TIME_ZONE: z.preprocess(empty, timeZone().default('UTC')),
  LOG_LEVEL: z.preprocess(
    empty,
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'must be trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),
  ),
})

export interface Config extends NetworkConfig, InboxConfig, Encryption {
  port: number
  host: string
  /** Port for metrics, on the same host; undefined: none. */
  metricsPort: number | undefined
  /** Proxies trusted to name the caller's address. */
  trustedProxies: string[]
  /** Most connections open at once; further ones are refused. */
  maxConnections: number
  /**
   * Most connections from one address (IPv6: one /64), and its most simultaneous requests behind trusted
   * proxies.
   */
  maxConnectionsPerAddress: number
  /** Most calls in a minute with one API key, at this instance. */
  apiKeyCallsPerMinute: number
  dataDir: string
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** The direct address if `databaseUrl` leads to a pooler; undefined: no pooler. */
  databaseDirectUrl: string | undefined
  /** Streaming replicas; undefined: reads go to the primary. */
  databaseReadUrl: string | undefined
  /** Whether an empty database gets the demo data. */
  demo: boolean
  /** Whether demo accounts may exist where others can reach them. */
  demoPublic: boolean
  /** Whether a database without reference data gets the demo's, without its accounts and orders. */
  demoReference: boolean
  /** Undefined: uploaded files are in `dataDir`. */
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Where replies go; undefined: to the sender. */
  mailReplyTo: string | undefined
  /** How mails are signed; undefined: not by this server. */
  dkim: { domain: string; selector: string; keyFile: string } | undefined
  /** Seconds for which mails to clients are held before they are sent, and events can be undone. */
  mailHoldSeconds: number
  /** Seconds after its last row for which the mails of a run are held, and the run can be undone. */
  runHoldSeconds: number
  /** A folder of fonts beside the included one, for names in other scripts; undefined: none. */
  pdfFonts: string | undefined
  /** Whether all staff must have a second factor. */
  requireSecondFactor: boolean
  /**
   * Keys that seal secrets in the database: the first seals new ones, the others open older ones. None:
   * secrets are stored plain.
   */
  secretsKeys: Buffer[]
  /**
   * The address at which staff reach this server, for links in mails to them; undefined: where it listens.
   */
  appUrl: string | undefined
  /** Undefined: this server's built-in site. */
  publicSiteUrl: string | undefined
  customerSiteUrl: string | undefined
  cookieDomain: string | undefined
  /** Where traces are sent by OTLP over HTTP, and under which name; undefined: nowhere. */
  traces: { endpoint: string; service: string } | undefined
  timeZone: string
  logLevel: string
  /** Whether staff may sign in by password. accounts/password-login.ts may keep it on. */
  passwordLogin: 'on' | 'off'
  /** Undefined: staff do not sign in by an identity provider. */
  oidc: OidcSettings | undefined
}

/** Settings that may be in a file, whose path the name with _FILE has: what vaults and containers offer. */
export const SECRET_SETTINGS = [
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'SMTP_URL', 'S3_ACCESS_KEY_ID'],
  ...['S3_SECRET_ACCESS_KEY', 'SECRETS_KEY', 'OIDC_CLIENT_SECRET'],
] as const
export const fileSetting = (name: string) => `${name}_FILE`

/** The names of all settings. */
export const SETTINGS = [...Object.keys(settings.shape), ...SECRET_SETTINGS.map(fileSetting)]

/** Settings of the bucket. A bucket without keys is a mistake, not a request for the disk. */
function s3Of(set: z.infer<typeof settings>): S3Settings | undefined {
  if (!set.S3_URL) return undefined
  if (!set.S3_ACCESS_KEY_ID || !set.S3_SECRET_ACCESS_KEY)
    throw new ConfigError('S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  const { S3_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = set
  return { url, region, accessKeyId, secretAccessKey }
}

/** Settings of the signature, which needs all three. */
function dkimOf(set: z.infer<typeof settings>): Config['dkim'] {
  const { MAIL_DKIM_DOMAIN: domain, MAIL_DKIM_SELECTOR: selector, MAIL_DKIM_KEY_FILE: keyFile } = set
  if (domain && selector && keyFile) return { domain, selector, keyFile }
  if (domain || selector || keyFile)
    throw new ConfigError('MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY_FILE must be set together')
  return undefined
}

/** The folder of fonts. One without fonts is a mistake: names would print as question marks. */
function fontFolderOf({ PDF_FONTS }: z.infer<typeof settings>): string | undefined {
  if (!PDF_FONTS) return undefined
  const folder = resolve(PDF_FONTS)
  const isFolder = existsSync(folder) && statSync(folder).isDirectory()
  if (!isFolder || !readdirSync(folder).some((name) => FONT_FILE.test(name)))
    throw new ConfigError(`PDF_FONTS ${PDF_FONTS} is not a folder with fonts (.ttf, .otf or .ttc)`)
  return folder
}

/** Parses the settings from the environment. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  }
  const set = parsed.data
  if (!set.DATABASE_URL && (set.DATABASE_DIRECT_URL || set.DATABASE_READ_URL))
    throw new ConfigError('DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL')
  return {
    port: set.PORT,
    host: set.HOST,
    metricsPort: set.METRICS_PORT,
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    maxConnections: set.MAX_CONNECTIONS,
    maxConnectionsPerAddress: set.MAX_CONNECTIONS_PER_ADDRESS,
    apiKeyCallsPerMinute: set.API_KEY_CALLS_PER_MINUTE,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databaseReadUrl: set.DATABASE_READ_URL,
    demo: set.DEMO ? set.DEMO === '1' : !set.DATABASE_URL,
    demoPublic: set.DEMO_PUBLIC === '1',
    demoReference: set.DEMO === 'reference',
    s3: s3Of(set),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    mailReplyTo: set.MAIL_REPLY_TO,
    dkim: dkimOf(set),
    mailHoldSeconds: set.MAIL_HOLD_SECONDS,
    runHoldSeconds: set.RUN_HOLD_SECONDS,
    pdfFonts: fontFolderOf(set),
    requireSecondFactor: set.REQUIRE_SECOND_FACTOR === '1',
    secretsKeys: (set.SECRETS_KEY ?? []).map((key) => Buffer.from(key, 'hex')),
    appUrl: set.APP_URL,
    publicSiteUrl: set.PUBLIC_SITE_URL,
    customerSiteUrl: set.CUSTOMER_SITE_URL,
    cookieDomain: set.COOKIE_DOMAIN,
    traces: set.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT, service: set.OTEL_SERVICE_NAME }
      : undefined,
    timeZone: set.TIME_ZONE,
    logLevel: set.LOG_LEVEL,
    passwordLogin: set.PASSWORD_LOGIN,
    oidc: oidcOf(set),
    ...networkOf(set),
    ...inboxOf(set),
    ...encryptionOf(set),
  }
}

/**
 * The addresses of the back-office and of the customers' site: as configured, else where the server listens.
 */
export const addressesOf = (
  { appUrl, publicSiteUrl }: Pick<Config, 'appUrl' | 'publicSiteUrl'>,
  own: () => string,
) => ({
  appUrl: () => appUrl ?? own(),
  siteUrl: () => publicSiteUrl ?? `${appUrl ?? own()}/site`,
})
