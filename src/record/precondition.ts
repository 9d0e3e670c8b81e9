/**
 * Checks the caller's `If-Match` against a locked row. Throws `precondition_failed` if the row has changed
 * since the caller read it.
 */
export type Precondition = () => Promise<void>
