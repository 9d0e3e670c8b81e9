import { Fault, invalid } from './fault.ts'
import { attribute } from './validate.ts'

/** What PostgreSQL says of a statement it refused. */
type Refusal = { code?: string; table?: string; constraint?: string; message?: string }

/**
 * Reads an error of the database as the fault it means; other errors stay what they are. A unique index that
 * guards a field is named `<table>_<field>_taken`, a foreign key `<table>_<field>_foreign`: the name alone
 * says which field to blame.
 */
export function toFault(error: unknown): unknown {
  const refusal = (error ?? {}) as Refusal
  const taken = blamed(refusal, '23505', '_taken')
  if (taken) return invalid({ [taken]: `The ${attribute(taken)} has already been taken.` })
  const missing = blamed(refusal, '23503', '_foreign')
  if (missing) return invalid({ [missing]: `The selected ${attribute(missing)} is invalid.` })
  if (refusal.code === '40P01' || refusal.code === '40001')
    return new Fault('conflict', 'Another request changed the same records at this moment. Send it again.')
  return isUnreachable(refusal) ? new Fault('unavailable', 'Service unavailable.') : error
}

function blamed({ code, table, constraint }: Refusal, wanted: string, ending: string): string | undefined {
  if (code !== wanted || !table || !constraint?.endsWith(ending)) return undefined
  return constraint.slice(table.length + 1, -ending.length)
}

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client has encountered/

// Failures of the socket, PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown), and a table that
// no migration has made yet (42P01).
function isUnreachable({ code = '', message = '' }: Refusal): boolean {
  const lost = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08...|57P..|53...|42P01)$/
  return lost.test(code) || lostConnection.test(message)
}
