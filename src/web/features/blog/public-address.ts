/** The address of an article on the public site. */
export const publicAddress = (siteUrl: string, slug: string) => `${siteUrl.replace(/\/$/, '')}/article/${slug}`
