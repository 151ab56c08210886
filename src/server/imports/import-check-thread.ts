import { serveTasks } from '#server/threads/serve-tasks.ts'
import { CHECK_WORK } from './check-work.ts'

serveTasks(CHECK_WORK)
