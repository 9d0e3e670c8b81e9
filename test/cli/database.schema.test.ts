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

it('rejects the parameter "schema", which would move one table only', async () => {
  const { code, err } = await runHere({ DATABASE_URL: 'postgres://me@db/ops?schema=app' }, 'migrate')
  expect([code, err]).toEqual([1, expect.stringContaining('write options=-c%20search_path%3Dapp instead')])
})
