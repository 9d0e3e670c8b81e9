import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Whom PostgreSQL runs as: it refuses root, so root lends it another account. Empty: as ourselves. */
export type Account = { uid?: number; gid?: number }

/** @throws Error with what the program said, if it fails */
export async function runProgram(program: string, parameters: string[], account: Account): Promise<string> {
  const { stdout } = await promisify(execFile)(program, parameters, account)
  return stdout.trim()
}
