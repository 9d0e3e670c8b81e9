import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { connectionTo } from './find-server.ts'

/** The role of the service, and the database that it owns in the embedded server. */
export const roleName = 'portfolio_ops'

const creationKey = 5_432_019

/**
 * Returns the password of the role. It is an HMAC keyed with the superuser's password: every process can compute it
 * without another file, and it does not reveal that password.
 */
export function rolePassword({ password }: Cluster): string {
  return createHmac('sha256', password).update(roleName).digest('hex').slice(0, 48)
}

/**
 * Creates the role and its database if they do not exist. Earlier versions logged in as the superuser, so the owner of
 * an existing database is changed.
 */
export async function ensureDatabase(cluster: Cluster, superuser: Client): Promise<void> {
  if ((await ownerOfDatabase(superuser)) === roleName) return
  await superuser.query('select pg_advisory_lock($1)', [creationKey])
  try {
    const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [roleName])
    const statement = rowCount === 0 ? 'create' : 'alter'
    await superuser.query(`${statement} role ${roleName} login password '${rolePassword(cluster)}'`)
    const owner = await ownerOfDatabase(superuser)
    if (owner === undefined) await superuser.query(`create database ${roleName} owner ${roleName}`)
    else if (owner !== roleName) await changeOwner(cluster, superuser.port)
  } finally {
    await superuser.query('select pg_advisory_unlock($1)', [creationKey])
  }
}

async function ownerOfDatabase(superuser: Client): Promise<string | undefined> {
  const owner = 'select pg_get_userbyid(datdba)::text as name from pg_database where datname = $1'
  const { rows } = await superuser.query(owner, [roleName])
  return rows[0]?.name
}

// REASSIGN OWNED does not accept the superuser that initdb created. The owner of the database is changed last, in the
// same transaction, so that an interrupted change is repeated.
async function changeOwner(cluster: Cluster, port: number): Promise<void> {
  const superuser = connectionTo(cluster, port, roleName)
  try {
    await superuser.connect()
    await superuser.query(
      `begin; ${reassignObjects}; alter database ${roleName} owner to ${roleName}; commit`,
    )
  } finally {
    await superuser.end()
  }
}

// Sequences and indexes follow their tables, and the types of rows and arrays their elements.
const reassignObjects = `do $$
declare statement text;
begin
  for statement in
    select format('alter %s %s owner to ${roleName}', kind, name) from (
      select 'schema' as kind, oid::regnamespace::text as name, oid as namespace, nspowner as owner
        from pg_namespace where nspname <> 'public'
      union all
      select 'table', c.oid::regclass::text, relnamespace, relowner from pg_class c
        where relkind in ('r', 'p', 'v', 'm')
           or relkind = 'S' and not exists (
             select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i'))
      union all
      select 'routine', oid::regprocedure::text, pronamespace, proowner from pg_proc
      union all
      select 'type', oid::regtype::text, typnamespace, typowner from pg_type where typtype in ('e', 'd')
    ) objects
    where owner = 10 and namespace::regnamespace::text !~ '^(pg_|information_schema)'
  loop
    execute statement;
  end loop;
end $$`
