import type { Somebody } from './people.ts'

type Fields = Record<string, unknown>
// What a test looks into is the test's affair.
// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Made = Promise<any>

let number = 0

export const makeCompany = (by: Somebody, fields: Fields = {}) =>
  make(by, '/companies', { name: `Company ${++number}`, ...fields })

export const makeApplication = (by: Somebody, fields: Fields = {}) =>
  make(by, '/applications', { name: `Application ${++number}`, platform: 'ios', status: 'active', ...fields })

export const makeContact = (by: Somebody, fields: Fields = {}) =>
  make(by, '/contacts', { name: `Contact ${++number}`, ...fields })

export const makeStrategy = (by: Somebody, fields: Fields = {}) =>
  make(by, '/strategies', { name: `Strategy ${++number}`, ...fields })

export const makeKeyword = async (by: Somebody, fields: Fields = {}) =>
  make(by, '/keywords', {
    keyword: `keyword ${++number}`,
    ...('strategy_id' in fields ? {} : { strategy_id: (await makeStrategy(by)).id }),
    ...fields,
  })

/** A body that every rule is content with, by the path it is sent to. */
export const valid: Record<string, (by: Somebody) => Promise<object>> = {
  '/applications': async () => ({ name: 'Name', platform: 'ios', status: 'active' }),
  '/companies': async () => ({ name: `Name ${++number}` }),
  '/contacts': async () => ({ name: 'Name' }),
  '/strategies': async () => ({ name: 'Name', starts_on: '2026-11-21' }),
  '/keywords': async (by) => ({ keyword: 'word', strategy_id: (await makeStrategy(by)).id }),
}

async function make(by: Somebody, path: string, fields: Fields): Made {
  const { status, body } = await by.send('POST', path, fields)
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}
