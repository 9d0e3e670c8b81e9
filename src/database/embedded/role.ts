import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'

/** The role of the service, and the database that it owns in the embedded server. */
export const roleName = 'portfolio_ops'

/**
 * Returns the password of the role. It is an HMAC keyed with the superuser's password: every process can compute it
 * without another file, and it does not reveal that password.
 */
export function rolePassword({ password }: Cluster): string {
  return createHmac('sha256', password).update(roleName).digest('hex').slice(0, 48)
}

/** Creates the role and its database if they do not exist. Throws if another process creates them at the same time. */
export async function ensureDatabase(cluster: Cluster, superuser: Client): Promise<void> {
  if (await exists(superuser, 'pg_database', 'datname')) return
  if (!(await exists(superuser, 'pg_roles', 'rolname')))
    await superuser.query(`create role ${roleName} login password '${rolePassword(cluster)}'`)
  await superuser.query(`create database ${roleName} owner ${roleName}`)
}

async function exists(superuser: Client, table: string, column: string): Promise<boolean> {
  const { rowCount } = await superuser.query(`select from ${table} where ${column} = $1`, [roleName])
  return rowCount === 1
}
