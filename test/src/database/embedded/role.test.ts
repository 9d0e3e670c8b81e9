import { expect, test } from 'vitest'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()

test('is no superuser, and owns its database', async () => {
  const { url } = await world.enter()
  expect(await ask(url, 'select current_user::text')).toBe('portfolio_ops')
  expect(
    await ask(
      url,
      'select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user',
    ),
  ).toBe(false)
  expect(
    await ask(
      url,
      'select pg_get_userbyid(datdba)::text from pg_database where datname = current_database()',
    ),
  ).toBe('portfolio_ops')
  await expect(ask(url, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/)
  await ask(url, 'create table made as select 1')
})

test('takes over the database of an earlier version, which served as the superuser', async () => {
  const first = await world.enter()
  // As the superuser, since the owner of the database would lose its rights on the way.
  const before = (sql: string) => ask(first.superuserUrl, `do $do$ begin ${sql}; end $do$`)
  await before('alter database portfolio_ops owner to postgres')
  await before(`create type mood as enum ('good'); create domain short as text check (length(value) < 9)`)
  await before('create table old (id bigint generated always as identity, mood mood, word short)')
  await before('create table days (day date) partition by range (day)')
  await before("create table days_2026 partition of days for values from ('2026-01-01') to ('2027-01-01')")
  await before(
    'create sequence counter; create view seen as select id from old; create schema other; create table other.thing ()',
  )
  await before("create function one() returns int language sql as 'select 1'")
  await before(`insert into old (mood, word) values ('good', 'x')`)
  await first.leave()

  const [{ url }] = await Promise.all([world.enter(), world.member()])
  expect(await ask(url, 'select count(*)::int from old')).toBe(1)
  await ask(url, 'alter table old add column more text')
  const ownedBySuperuser = `
    select string_agg(name, ', ') from (
      select relname as name, relnamespace as namespace, relowner as owner from pg_class
      union all select proname, pronamespace, proowner from pg_proc
      union all select typname, typnamespace, typowner from pg_type
      union all select nspname, oid, nspowner from pg_namespace
    ) objects where owner = 10 and namespace::regnamespace::text !~ '^(pg_|information_schema)'`
  expect(await ask(url, ownedBySuperuser)).toBeNull()
})
