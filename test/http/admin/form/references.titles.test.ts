import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeDecision, makeSignal, root, sql } from '../../../support/makers.ts'
import { makeApplication, makeStrategy } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let person: TestUser
let admin: Browser
const signals: number[] = []
const applications: number[] = []
beforeAll(async () => {
  world = await makeWorld()
  person = await makePerson(world)
  admin = await signIn(world, person)
  for (const _ of [1, 2, 3]) {
    signals.push((await makeSignal(world)).id)
    applications.push((await makeApplication(person)).id)
  }
})

// Titles with what a list of records, a key or a control of one line might mistake for its own.
const part = fc.oneof(
  fc.constantFrom('(cohort 31)', ' (signal 1)', ' (signal 2); ', ' (1)', ' (2)', 'signal 3', 'Twin', '1'),
  fc.constantFrom(
    '; ',
    ', ',
    '\n',
    '\r\n',
    ' ',
    '"',
    "'",
    '&amp;',
    '<b>',
    '🧪',
    '👩‍👩‍👧',
    '\u202E',
    '\u00A0',
    '\u0085',
    '\u3164',
    ')',
    '(',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const title = fc
  .array(part, { minLength: 1, maxLength: 8 })
  .map((parts) => `T${parts.join('').replaceAll('\0', '')}`.trim().replace(/[\s\u0085]+$/, ''))
const titles = fc.tuple(title, title, title)
const examples: [[string, string, string]][] = [
  [['T', 'T (signal 1)', 'T (signal 2); T']],
  [['T (1)', 'T (1)', 'T (2)']],
  [['Retention (cohort 31)', 'signal 2', `${' (signal 1)'.repeat(23)}`.trim()]],
]
const runs = { numRuns: 40, examples }

/** Sends a form as a browser does: a control of one line has no line breaks. */
async function saveUnchanged(address: string) {
  const fields = formFields(await admin.get(address))
  const sent = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.replace(/[\r\n]+/g, '')]),
  )
  const { status, body } = await admin.post(address, sent)
  expect([status, /class="error"[^>]*>([^<]*)/.exec(body)?.[1]]).toEqual([303, undefined])
}

const rename = (table: string, column: string, ids: readonly number[], names: readonly string[]) =>
  Promise.all(
    ids.map((id, index) => sql(world, `update ${table} set ${column} = $2 where id = $1`, id, names[index])),
  )

describe('what a form shows of a stored record is saved again unchanged', () => {
  it('as evidence, whatever the titles of the records are', async () => {
    const evidence = signals.map((id) => ({ type: 'signal', id }))
    const { id } = await makeDecision(world, { evidence })
    await fc.assert(
      fc.asyncProperty(titles, async (names) => {
        await rename('signals', 'title', signals, names)
        await saveUnchanged(`/admin/decisions/${id}/edit`)
        const { body } = await world.send('GET', `${root}/decisions/${id}`)
        expect(body.decision.evidence.map((one: { id: number }) => one.id)).toEqual(signals)
      }),
      runs,
    )
  })

  it('as a reference, whatever the names of the records are', async () => {
    const [, application_id] = applications
    const { id } = await makeStrategy(person, { name: 'Grow', application_id })
    await fc.assert(
      fc.asyncProperty(titles, async (names) => {
        await rename('applications', 'name', applications, names)
        await saveUnchanged(`/admin/strategies/${id}/edit`)
        const stored = await sql(world, 'select application_id from strategies where id = $1', id)
        expect(Number(stored[0]?.application_id)).toBe(application_id)
      }),
      runs,
    )
  })
})
