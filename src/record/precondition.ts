/** A caller's condition on a row that is locked by now; throws where the row is no longer what the caller saw. */
export type Precondition = () => Promise<void>
