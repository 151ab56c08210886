import type { Picture } from './pictures.ts'

export interface ArticleText {
  title: string
  metaDescription: string
  picture: Picture
  daysAgo: number
  hidden?: boolean
  content: string
}
