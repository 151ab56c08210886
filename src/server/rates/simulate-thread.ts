import { serveTasks } from '#server/threads/serve-tasks.ts'
import { SIMULATE_WORK } from './simulate-work.ts'

serveTasks(SIMULATE_WORK)
