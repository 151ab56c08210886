import type { Services } from '#server/services.ts'

/** Services that know the names of an installation. */
export type Installation = Pick<Services, 'config' | 'db' | 'appUrl'>

const PRODUCT = 'Quayside'

/** The host of an address, and each of its parts. */
function hostNames(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return []
  const { hostname } = new URL(url)
  return [hostname, ...hostname.split('.')]
}

/** The name of a sender, its address, and the parts of its domain: 'Quayside <no-reply@quayside.example>'. */
function senderNames(sender: string): string[] {
  const [, name = '', address = ''] = /^([^<]*)<?([^<>]*)>?$/.exec(sender.includes('<') ? sender : `<${sender}>`) ?? []
  const domain = address.split('@')[1] ?? ''
  return [name, address, domain, ...domain.split('.')]
}

/**
 * The names of the product, of this installation and of the company that runs it, and each of their words.
 */
export async function installationNames({ config, db, appUrl }: Installation): Promise<string[]> {
  const company = await db.selectFrom('companyProfile').select(['name']).executeTakeFirst()
  const names = [PRODUCT, company?.name ?? '', config.oidc?.name ?? '', ...senderNames(config.mailFrom)]
  const hosts = [appUrl(), config.publicSiteUrl, config.customerSiteUrl].flatMap(hostNames)
  return [...names, ...hosts].flatMap((name) => [name, ...name.split(/\s+/)]).map((name) => name.trim())
}
