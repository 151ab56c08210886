/** Where an article stands on the public site. */
export const publicAddress = (siteUrl: string, slug: string) => `${siteUrl.replace(/\/$/, '')}/article/${slug}`
