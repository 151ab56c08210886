import { serveTasks } from '#server/threads/serve-tasks.ts'
import { SHEET_WORK } from './sheet-work.ts'

serveTasks(SHEET_WORK)
