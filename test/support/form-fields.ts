type Fields = Record<string, string>

/** The ids of the created records by their collection. */
export type Made = Record<string, number[]>

/**
 * The fields of three records of each collection: the first is full and hostile, the second is full, the third has only
 * what is required.
 */
export type RecordForms = Record<string, (made: Made) => [Fields, Fields, Fields]>

/** Text that would be markup or a template if a page did not escape it. */
export const hostile = '<script>alert(1)</script> {{7*7}}'
export const escaped = '&lt;script>alert(1)&lt;/script> {{7*7}}'
