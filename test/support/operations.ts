import type { TestUser } from './people.ts'

type Fields = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Made = Promise<any>

let number = 0

export const makeCompany = (by: TestUser, fields: Fields = {}) =>
  make(by, '/companies', { name: `Company ${++number}`, ...fields })

export const makeApplication = (by: TestUser, fields: Fields = {}) =>
  make(by, '/applications', { name: `Application ${++number}`, platform: 'ios', status: 'active', ...fields })

export const makeContact = (by: TestUser, fields: Fields = {}) =>
  make(by, '/contacts', { name: `Contact ${++number}`, ...fields })

export const makeStrategy = (by: TestUser, fields: Fields = {}) =>
  make(by, '/strategies', { name: `Strategy ${++number}`, ...fields })

export const makeKeyword = async (by: TestUser, fields: Fields = {}) =>
  make(by, '/keywords', {
    keyword: `keyword ${++number}`,
    ...('strategy_id' in fields ? {} : { strategy_id: (await makeStrategy(by)).id }),
    ...fields,
  })

/** Returns a valid body for each path. */
export const valid: Record<string, (by: TestUser) => Promise<object>> = {
  '/applications': async () => ({ name: 'Name', platform: 'ios', status: 'active' }),
  '/companies': async () => ({ name: `Name ${++number}` }),
  '/contacts': async () => ({ name: 'Name' }),
  '/strategies': async () => ({ name: 'Name', starts_on: '2026-11-21' }),
  '/keywords': async (by) => ({ keyword: 'word', strategy_id: (await makeStrategy(by)).id }),
}

async function make(by: TestUser, path: string, fields: Fields): Made {
  const { status, body } = await by.send('POST', path, fields)
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}
