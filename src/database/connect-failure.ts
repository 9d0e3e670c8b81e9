import pg from 'pg'

/** Returns the error of a connection as an error in one line that says what to do. */
export function describeFailure(cause: unknown, server: string): Error {
  const reason = reasonOf(cause as Error & { code?: string })
  return new Error(`The database at ${server} cannot be used: ${reason}. ${adviceFor(reason)}`, { cause })
}

/** Returns the message of an error without the advice about an option of its command line that Node appends for TLS. */
export function withoutNodeOption(message: string): string {
  return message.replace(/; if the root CA is installed locally.*/, '')
}

// An AggregateError, for a host with several addresses, has a code but no message.
function reasonOf(error: Error & { code?: string }): string {
  const { message, code } = error
  // An error from the server itself shows that it answers, even if the message mentions a timeout.
  if (!(error instanceof pg.DatabaseError) && /timeout|terminated/i.test(message))
    return 'it does not answer in time'
  return withoutNodeOption(message) || `${code}`
}

function adviceFor(reason: string): string {
  if (/does not support SSL/.test(reason))
    return 'Enable TLS on the server, or use sslmode=disable in DATABASE_URL.'
  if (/certificate/i.test(reason))
    return 'Append sslrootcert=FILE to DATABASE_URL, with the certificate of its authority, or use sslmode=require, which encrypts without verifying the server.'
  if (/no encryption|SSL off/i.test(reason)) return 'Append sslmode=require to DATABASE_URL.'
  return 'Start the database or correct DATABASE_URL.'
}
