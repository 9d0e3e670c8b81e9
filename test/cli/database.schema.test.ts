import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { query } from '../support/rows.ts'
import { emptyDatabase } from './cli.ts'
import { runHere } from './here.ts'

// Tables of another program, with names that the service uses too.
const foreign = 'create table public.migrations (id int); create table public.users (id int)'

/** Creates a role, and a database in which it may create schemas and extensions but nothing in `public`. */
async function ownRole() {
  const role = `ops_${randomBytes(4).toString('hex')}`
  await query(inject('server'), `create role ${role} login password 'secret'`)
  onTestFinished(async () => void (await query(inject('server'), `drop role ${role}`)))
  const owner = await emptyDatabase()
  const url = Object.assign(new URL(owner), { username: role, password: 'secret' })
  await query(owner, `grant create on database ${url.pathname.slice(1)} to ${role}; ${foreign}`)
  return { role, owner, url: url.href }
}

const search = (path: string) => `options=${encodeURIComponent(`-c search_path=${path}`)}`

/** Returns how many tables each schema has, and the rows of the tables of the other program. */
async function tablesOf(owner: string) {
  const tables = await query(
    owner,
    `select relnamespace::regnamespace::text as schema, count(*)::int from pg_class
      where relkind in ('r', 'p') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)' group by 1`,
  )
  return Object.fromEntries(tables.map(({ schema, count }) => [schema, count]))
}

async function succeeds(DATABASE_URL: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await runHere({ DATABASE_URL }, ...args)
  expect([args[0], code, code === 0 ? '' : out + err]).toEqual([args[0], 0, ''])
  return out
}

describe('the first schema of the search_path', () => {
  it.each([
    ['is named like the role, by the default search_path', (role: string) => role, '', ''],
    ['is the one that is set for the role', () => 'app', 'set search_path = app, public', ''],
    ['is that of `options` in the URL', () => 'app', '', search('app,public')],
  ])('has every table if it %s', async (_, schemaOf, setting, parameters) => {
    const { role, owner, url } = await ownRole()
    const schema = schemaOf(role)
    await query(owner, `create schema ${schema} authorization ${role}`)
    if (setting) await query(owner, `alter role ${role} ${setting}`)
    const DATABASE_URL = `${url}?${parameters}`
    await succeeds(DATABASE_URL, 'migrate')
    expect(await succeeds(DATABASE_URL, 'migrate', 'status', '--json')).not.toContain('"applied_at":null')
    await succeeds(DATABASE_URL, 'migrate')
    expect(await succeeds(DATABASE_URL, 'doctor')).toContain(`with its tables in the schema ${schema}`)
    expect(await tablesOf(owner)).toEqual({ [schema]: expect.any(Number), public: 2 })
  })

  it('is read and written by every command, beside another service in the same database', async () => {
    const { role, owner, url } = await ownRole()
    await query(owner, `create schema "Team.Ops" authorization ${role}`)
    await query(owner, `create schema other authorization ${role}`)
    const DATABASE_URL = `${url}?${search('"Team.Ops",public')}`
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-schema-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await succeeds(DATABASE_URL, 'demo')
    await succeeds(DATABASE_URL, 'backup', join(folder, 'backup'))
    const tables = await tablesOf(owner)
    expect(tables).toEqual({ '"Team.Ops"': expect.any(Number), public: 2 })

    const alone = await runHere({ DATABASE_URL: `${url}?${search('other')}` }, 'migrate')
    expect([alone.code, alone.err]).toEqual([
      1,
      expect.stringMatching(
        /^The extension \w+ is in the schema "Team.Ops", [^\n]* Append that schema to the search_path\.\n$/,
      ),
    ])
    const beside = `${url}?${search('other,public,"Team.Ops"')}`
    await succeeds(beside, 'restore', join(folder, 'backup'))
    const { other, ...rest } = await tablesOf(owner)
    expect(rest).toEqual(tables)
    expect(other).toBeGreaterThan(40)
  })

  it('must exist, or the command says what to create', async () => {
    const { role, url } = await ownRole()
    const cases = [
      [search('missing,public'), 'missing'],
      [search('""'), 'app'],
    ] as const
    for (const [parameters, schema] of cases) {
      const { code, err } = await runHere({ DATABASE_URL: `${url}?${parameters}` }, 'migrate')
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          `^The search_path of the role ${role} at [^\n]* Create it: create schema "${schema}" authorization "${role}"\n$`,
        ),
      ])
    }
  })
})

it('names a role that is read-only as the reason why a command cannot write', async () => {
  const { role, owner, url } = await ownRole()
  await query(owner, `create schema ${role} authorization ${role}`)
  await query(owner, `alter role ${role} set default_transaction_read_only = on`)
  const { code, err } = await runHere({ DATABASE_URL: url }, 'migrate')
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/is read-only\. Write on the primary, or set default_transaction_read_only to off/),
  ])
})

describe('a role that may not create', () => {
  /** Runs the commands that need tables, and returns the error line of each. */
  async function errorsOf(DATABASE_URL: string) {
    const [migrate, serve, doctor] = [
      await runHere({ DATABASE_URL }, 'migrate'),
      await runHere({ DATABASE_URL, PORT: '0' }, 'serve'),
      await runHere({ DATABASE_URL }, 'doctor'),
    ]
    expect([migrate.code, serve.code, doctor.code]).toEqual([1, 1, 1])
    const failed = doctor.out.split('\n').filter((line) => line.startsWith('fail '))
    return [migrate.err, serve.err.split('\n').at(-2), failed[0]?.replace(/^fail +\w+: /, '')].map((line) =>
      line?.trim(),
    )
  }

  it('gets one line that says what to grant, from migrate, serve and doctor', async () => {
    const { role, owner, url } = await ownRole()
    const database = new URL(owner).pathname.slice(1)
    await query(owner, `revoke create on database ${database} from ${role}`)
    const both = `The role ${role} may not create tables and the extensions pg_trgm, btree_gin. Run as the owner of the database: grant create on schema "public" to "${role}"; grant create on database "${database}" to "${role}"`
    expect(await errorsOf(url)).toEqual([both, both, both])
    await query(owner, 'create extension pg_trgm; create extension btree_gin')
    const tables = `The role ${role} may not create tables. Run as the owner of the database: grant create on schema "public" to "${role}"`
    expect(await errorsOf(url)).toEqual([tables, tables, tables])
    await query(
      owner,
      `drop extension pg_trgm; grant create on schema public to ${role}; drop table migrations`,
    )
    expect((await errorsOf(url))[0]).toBe(
      `The role ${role} may not create the extensions pg_trgm. Run as the owner of the database: grant create on database "${database}" to "${role}"`,
    )
    await query(owner, `drop owned by ${role}`)
  })

  it('starts with the statements that the line has', async () => {
    const { role, owner, url } = await ownRole()
    await query(owner, `revoke create on database ${new URL(owner).pathname.slice(1)} from ${role}`)
    await query(owner, 'drop table migrations, users')
    const [line = ''] = await errorsOf(url)
    await query(owner, line.replace(/^.*?: /, ''))
    await succeeds(url, 'migrate')
    await query(owner, `revoke create on schema public from ${role}`)
    await succeeds(url, 'user', 'list')
    await query(owner, `drop owned by ${role}`)
  })

  it('learns that an extension is in a schema that it may not use, also after the migrations', async () => {
    const { role, owner, url } = await ownRole()
    await query(owner, `create schema ${role} authorization ${role}; create schema extra`)
    await query(owner, 'create extension pg_trgm schema extra')
    const line = `The extension pg_trgm is in the schema "extra", which is not in the search_path of the role ${role} at ${new URL(url).host}. Append that schema to the search_path and run: grant usage on schema "extra" to "${role}"`
    const DATABASE_URL = `${url}?${search(`${role},extra`)}`
    expect(await errorsOf(DATABASE_URL)).toEqual([line, line, line])
    await query(owner, `grant usage on schema extra to ${role}`)
    await succeeds(DATABASE_URL, 'migrate')
    const { code, err } = await runHere({ DATABASE_URL: url }, 'user', 'list')
    expect([code, err]).toEqual([1, expect.stringMatching(/Append that schema to the search_path\.\n$/)])
  })
})

it('rejects the parameter "schema", which would move one table only', async () => {
  const { code, err } = await runHere({ DATABASE_URL: 'postgres://me@db/ops?schema=app' }, 'migrate')
  expect([code, err]).toEqual([1, expect.stringContaining('write options=-c%20search_path%3Dapp instead')])
})
