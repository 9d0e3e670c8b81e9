import { noPrimary } from '../database/writable-host.ts'
import { phrase } from '../language/phrase.ts'
import { concurrentChange, Fault, invalid } from './fault.ts'
import { invalidSelection, takenValue } from './validation/messages.ts'

/** The fields of a PostgreSQL or socket error that are read here. */
type DatabaseError = { code?: string; table?: string; constraint?: string; message?: string }

/**
 * Converts a database error to a fault and returns any other error unchanged. The name of the violated
 * constraint names the invalid field: a unique index that guards a field is named `<table>_<field>_taken`, a
 * foreign key `<table>_<field>_foreign`.
 */
export function toFault(error: unknown): unknown {
  const databaseError = (error ?? {}) as DatabaseError
  const taken = invalidField(databaseError, '23505', '_taken')
  if (taken) return invalid({ [taken]: takenValue(taken) })
  const missing = invalidField(databaseError, '23503', '_foreign')
  if (missing) return invalid({ [missing]: invalidSelection(missing) })
  if (databaseError.code === '40P01' || databaseError.code === '40001') return concurrentChange()
  return isUnavailable(databaseError) ? new Fault('unavailable', phrase('error.unavailable')) : error
}

function invalidField(
  { code, table, constraint }: DatabaseError,
  expectedCode: string,
  suffix: string,
): string | undefined {
  if (code !== expectedCode || !table || !constraint?.endsWith(suffix)) return undefined
  // A partition is named after its table and its days, its constraints after those of the table.
  const unpartitioned = table.replace(/_(from_)?\d.*/, '')
  return constraint.slice(unpartitioned.length + 1, -suffix.length)
}

/** Returns whether an error is that of a row without a partition, which PostgreSQL reports as a violated check. */
export function isMissingPartition(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as DatabaseError
  return code === '23514' && constraint === undefined
}

const connectionErrorMessage = RegExp(
  `Connection terminated|Query read timeout|timeout exceeded when trying to connect|not queryable|Client has encountered|not currently accepting connections|${noPrimary}`,
)

// Socket errors, the PostgreSQL error classes 08 (connection), 53 (resources) and 57P (shutdown), a statement or lock
// that took too long (57014, 55P03), a transaction that was idle or open for too long (25P03, 25P04), a database that
// is read-only for now (25006), and 42P01: a table that a pending migration has yet to create. A partition is missing
// while it is being dropped.
function isUnavailable(error: DatabaseError): boolean {
  const { code = '', message = '' } = error
  const unavailableCode =
    /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08...|57P..|57014|55P03|25P0[34]|25006|53...|42P01)$/
  return unavailableCode.test(code) || connectionErrorMessage.test(message) || isMissingPartition(error)
}
