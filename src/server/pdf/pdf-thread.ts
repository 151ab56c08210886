import { serveTasks } from '#server/threads/serve-tasks.ts'
import { PDF_WORK } from './pdf-work.ts'

serveTasks(PDF_WORK)
