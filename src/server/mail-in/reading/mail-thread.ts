import { serveTasks } from '#server/threads/serve-tasks.ts'
import { MAIL_WORK } from './mail-work.ts'

serveTasks(MAIL_WORK)
