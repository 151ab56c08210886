import { serveTasks } from '#server/threads/serve-tasks.ts'
import { HTML_WORK } from './html-work.ts'

serveTasks(HTML_WORK)
