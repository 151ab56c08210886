import { sql } from 'kysely'

/** SQL: notes the files of deleted rows, `gone`, for the store to remove. */
export const FILES_NOTED = sql`insert into erased_files (storage_key) select storage_key from gone on conflict do nothing`
