import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The account that PostgreSQL runs as. PostgreSQL does not run as root, so a root process runs it as another
 * account. Empty: the account of this process.
 */
export type Account = { uid?: number; gid?: number }

/**
 * Runs a program and returns its trimmed stdout.
 *
 * @throws Error with the output of the program if it fails
 */
export async function runProgram(program: string, args: string[], account: Account): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, account)
  return stdout.trim()
}
