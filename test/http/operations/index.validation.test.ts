import { beforeAll, describe, expect, it } from 'vitest'
import { credentials } from '../../support/credentials.ts'
import { valid } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

const unknownId = 999_999_999
const tooLong = (name: string, length: number) =>
  `The ${name} field must not be greater than ${length} characters.`
const selectedInvalid = (name: string) => `The selected ${name} is invalid.`
const platforms = 'ios, android, huawei, rustore, web, other'

type Rule = [field: string, value: unknown, sentence: string]

const texts = (lengths: Record<string, number>): Rule[] =>
  Object.entries(lengths).flatMap(([field, length]): Rule[] => {
    const name = field.replaceAll('_', ' ')
    return [
      [field, 'ж'.repeat(length + 1), tooLong(name, length)],
      [field, 5, `The ${name} field must be a string.`],
      [field, 'a\u0000b', `The ${name} field format is invalid.`],
    ]
  })
const secrets = (field: string): Rule[] => [
  [
    field,
    `Key: ${credentials['Yandex API key']}`,
    `The ${field} field must not contain a credential (Yandex API key). Remove it and revoke it.`,
  ],
]
const references = (...fields: string[]): Rule[] =>
  fields.flatMap((field): Rule[] => {
    const name = field.replaceAll('_', ' ')
    return [
      [field, unknownId, selectedInvalid(name)],
      [field, 0, selectedInvalid(name)],
      [field, '1e3', `The ${name} field must be an integer.`],
      [field, 1.5, `The ${name} field must be an integer.`],
      [field, true, `The ${name} field must be an integer.`],
    ]
  })
const link = (field: string): Rule[] => {
  const name = field.replaceAll('_', ' ')
  return [
    [field, 'ftp://a.test', `The ${name} field must be a valid URL.`],
    [field, 'https://user:secret@a.test', `The ${name} field must be a valid URL.`],
    [field, `https://a.test/${'x'.repeat(500)}`, tooLong(name, 500)],
  ]
}

const rules: Record<string, Rule[]> = {
  '/applications': [
    ...texts({ name: 255, bundle_id: 255 }),
    ...references('company_id', 'owner_id'),
    ...link('store_url'),
    ['name', null, 'The name field is required.'],
    ['name', '   ', 'The name field is required.'],
    ['platform', undefined, 'The platform field is required.'],
    ['platform', 'windows', `The selected platform is invalid. Allowed: ${platforms}.`],
    ['status', undefined, 'The status field is required.'],
    ['status', null, 'The status field is required.'],
    ['status', 'archived', 'The selected status is invalid. To archive an application, use archive.'],
    ['status', 'gone', 'The selected status is invalid. Allowed: draft, active, paused, blocked, archived.'],
  ],
  '/companies': [
    ...texts({ name: 255, legal_name: 255, description: 5000 }),
    ...secrets('description'),
    ...references('owner_id'),
    ...link('website'),
    ['name', undefined, 'The name field is required.'],
    ['country', 'XX', selectedInvalid('country')],
    ['country', 'CYP', selectedInvalid('country')],
    ['status', 'x', 'The selected status is invalid. Allowed: prospect, active, paused, archived.'],
    ['status', null, 'The selected status is invalid. Allowed: prospect, active, paused, archived.'],
  ],
  '/contacts': [
    ...texts({ name: 255, phone: 50, telegram: 64, position: 255, external_id: 191 }),
    ...references('company_id', 'application_id', 'strategy_id'),
    ['name', undefined, 'The name field is required.'],
    ['email', 'anna', 'The email field must be a valid email address.'],
    ['email', 'a b@c.test', 'The email field must be a valid email address.'],
    ['status', 'x', 'The selected status is invalid. Allowed: active, inactive, archived.'],
    ['source', 'x', 'The selected source is invalid. Allowed: manual, api, bot, import.'],
  ],
  '/strategies': [
    ...texts({ name: 255, goal: 2000, description: 10_000 }),
    ...secrets('goal'),
    ...secrets('description'),
    ...references('company_id', 'application_id', 'owner_id'),
    ['name', undefined, 'The name field is required.'],
    ['status', 'x', 'The selected status is invalid. Allowed: draft, active, paused, completed, archived.'],
    [
      'starts_on',
      '2026-02-30',
      'The starts on field must match the format Y-m-d. February 2026 has 28 days.',
    ],
    ['starts_on', '1999-12-31', 'The starts on field must match the format Y-m-d.'],
    ['ends_on', '21.11.2026', 'The ends on field must match the format Y-m-d.'],
    ['ends_on', '2026-01-01', 'The ends on field must be a date after or equal to starts on.'],
  ],
  '/keywords': [
    ...texts({ keyword: 255, language: 8 }),
    ...references('strategy_id', 'company_id', 'application_id'),
    ['keyword', undefined, 'The keyword field is required.'],
    ['strategy_id', undefined, 'The strategy id field is required.'],
    ['strategy_id', '', 'The strategy id field is required.'],
    ['strategy_id', '  ', 'The strategy id field is required.'],
    ['country', 'UK', selectedInvalid('country')],
    ['status', 'x', 'The selected status is invalid. Allowed: new, active, paused, won, rejected, archived.'],
    ['priority', 'x', 'The selected priority is invalid. Allowed: low, medium, high, critical.'],
    ['position', 0, 'The position field must be at least 1.'],
    ['position', 1001, 'The position field must not be greater than 1000.'],
    ['position', '1.5', 'The position field must be an integer.'],
    ['search_volume', -1, 'The search volume field must be at least 0.'],
  ],
}

describe.each(Object.entries(rules))('%s', (path, list) => {
  it.each(list)('rejects %s: %j', async (field, value, sentence) => {
    const body = await valid[path]!(admin)
    const created = await admin.send('POST', path, { ...body, [field]: value })
    expect(created.body.errors).toEqual({ [field]: [sentence] })
    expect(created.status).toBe(422)
    if (value === undefined) return
    const { id } = (await admin.send('POST', path, body)).body.data

    const changed = await admin.send('PATCH', `${path}/${id}`, { [field]: value })
    expect(changed.body.errors).toEqual({ [field]: [sentence] })
    expect(changed.status).toBe(422)
  })
})
