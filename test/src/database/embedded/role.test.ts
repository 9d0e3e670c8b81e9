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
