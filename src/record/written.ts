import type { Warning } from './warning.ts'

/** The result of a write: the record as it is now, and the warnings about the input. */
export type Written<Row> = { record: Row; warnings?: Warning[] }
