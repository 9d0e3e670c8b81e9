import { tracingChannel } from 'node:diagnostics_channel'

/** A statement that is sent to a server, without its values. */
export type SentStatement = { text: string }

/** Publishes each statement of a request with its start and end. Without a subscriber nothing happens. */
export const statementChannel = tracingChannel<unknown, SentStatement>('portfolio-ops:statement')
