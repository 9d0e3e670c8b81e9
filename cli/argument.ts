import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { StoredUser } from '../src/access/user.ts'
import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { PathId } from '../src/record/rules/id.ts'
import { errorLine } from './output.ts'

/** Returns a parser that validates an argument. `message` is the error if the argument is invalid. */
export function argumentParser<T>(rule: z.ZodType<T>, message: string): (value: string) => T {
  return (value) => {
    const result = rule.safeParse(value)
    if (!result.success) throw new InvalidArgumentError(message)
    return result.data
  }
}

/** Parses the email address of a user. */
export const emailParser = argumentParser(StoredUser.shape.email, 'It must be a valid email address.')

/** Parses an id. */
export const idParser = argumentParser(PathId, 'An id must be a positive integer.')

/** Returns a parser that validates a name. */
export function nameParser(rule: z.ZodType<string>): (value: string) => string {
  return argumentParser(rule, 'A name must have 1 to 255 characters and no credential in it.')
}

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
