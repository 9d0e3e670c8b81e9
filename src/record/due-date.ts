/** A record that is due on a day. `record_type` is that of history. */
export type DueDate = { record_type: string; id: number; title: string; date: string }

/** A period of days, both inclusive. */
export type DuePeriod = { from: string; to: string }

/** The maximum number of due dates of one kind of record. */
export const maxDueDates = 500
