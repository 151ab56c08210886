import { serveTasks } from '#server/threads/serve-tasks.ts'
import { EDI_WORK } from './edi-work.ts'

serveTasks(EDI_WORK)
