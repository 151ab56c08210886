import { ARTICLE_LABELS } from './articles.ts'

/** Meanings of the properties of articles and their pages. */
export const ARTICLES: Record<string, string> = {
  ...ARTICLE_LABELS,
  'Article.visibility': 'Whether it is public.',
  'ArticleListItem.visibility': 'Whether it is public.',
  customCreatedAt: 'Creation date, unix seconds.',
  slug: 'The address of the article on the public site.',
  slot: 'Its slot in the main view, 1 to 6; null if it has none.',
  previewImageId: 'The id of the preview image.',
  news: 'The ids of the articles in the six slots of the news, null for an empty one.',
  resources: 'The ids of the articles in the six slots of the resources, null for an empty one.',
  original: 'The address of the image as it was uploaded.',
  large: 'The address of its large version.',
  medium: 'The address of its medium version.',
  small: 'The address of its small version.',
  width: 'Pixels.',
  height: 'Pixels.',
  thumb: 'The address of a small version.',
  'EditorImage.value': 'The address of the image.',
}
