/** A record as the functions of `src` return it. */
export type Row = { id: number; [name: string]: unknown }

/** The values of a form, before validation. */
export type FormValues = Record<string, unknown>
