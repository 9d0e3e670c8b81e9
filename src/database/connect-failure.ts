import pg from 'pg'

/** Returns the error of a connection as an error in one line that says what to do. */
export function describeFailure(cause: unknown, server: string): Error {
  const error = cause as Error & { code?: string }
  const reason = reasonOf(error)
  const advice = adviceByCode[`${error.code}`] ?? adviceFor(reason)
  return new Error(`The database at ${server} cannot be used: ${reason}. ${advice}`, { cause })
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

// The authority of these certificates is trusted, so another sslrootcert would not help.
const adviceByCode: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for other names. Use one of them as the host in DATABASE_URL, or sslmode=verify-ca, which does not compare the name.',
  CERT_HAS_EXPIRED: 'Renew the certificate of the server.',
  CERT_NOT_YET_VALID: 'Correct the clock of this machine or the certificate of the server.',
}

function adviceFor(reason: string): string {
  if (/does not support SSL/.test(reason))
    return 'Enable TLS on the server, or use sslmode=disable in DATABASE_URL.'
  if (/client certificate/.test(reason))
    return 'Append sslcert=FILE and sslkey=FILE to DATABASE_URL, with a client certificate and its key.'
  if (/certificate/i.test(reason))
    return 'Append sslrootcert=FILE to DATABASE_URL, with the certificate of its authority, or use sslmode=require, which encrypts without verifying the server.'
  if (/no encryption|SSL off/i.test(reason)) return 'Append sslmode=require to DATABASE_URL.'
  return 'Start the database or correct DATABASE_URL.'
}
