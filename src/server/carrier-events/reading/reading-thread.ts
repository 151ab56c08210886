import { serveTasks } from '#server/threads/serve-tasks.ts'
import { READING_WORK } from './reading-work.ts'

serveTasks(READING_WORK)
