import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { errorLine } from './output.ts'

/**
 * Runs `callback`. If it fails because a user already exists or does not exist, the error points to the list of users.
 */
export async function withUserListHint<T>(callback: () => Promise<T>): Promise<T> {
  try {
    return await callback()
  } catch (cause) {
    const fault = toFault(cause)
    if (!(fault instanceof Fault && ['not_found', 'validation_failed'].includes(fault.code))) throw cause
    throw new Error(`${errorLine(fault)} Run "portfolio-ops user list" to see all users.`, { cause })
  }
}
