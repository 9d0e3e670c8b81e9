import { expect, it } from 'vitest'
import { loggedErrors } from '../../../../src/journal/request-log/logged-errors.ts'

const input = (sent: unknown) => ({ sent: [undefined, sent], isKnown: () => true })

it('keeps at most 20 fields and 2 kB', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`rows.${index}.clicks`, ['Wrong.']]),
  )
  expect(Object.keys(loggedErrors(many, input({})))).toEqual(Object.keys(many).slice(0, 20))
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`field_${index}`, ['я'.repeat(5000)]]),
  )
  const kept = loggedErrors(long, input({}))
  expect(Object.keys(kept)).toEqual(['field_0', 'field_1'])
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(2048)
})

it.each([
  ['The name "a b" is taken. Nearest: ab.', 'a b', 'The name "…" is taken. Nearest: ab.'],
  ['Task 15 waits for task 5.', 5, 'Task 15 waits for task ….'],
  ['The selected NAME is not name.', ' Name ', 'The selected … is not ….'],
  ['The name field must be a string.', 'e', 'The name field must be a string.'],
  ['Wrong: (x+)+$.', '(x+)+$', 'Wrong: ….'],
  [`${'x'.repeat(395)} "secret" secret`, 'secret', `${'x'.repeat(395)} "…" `],
  ['Wrong: \u0000\ud800.', true, 'Wrong: \ufffd\ufffd.'],
])('stores %j for the value %j as %j', (message, name, stored) => {
  expect(loggedErrors({ name: [message] }, input({ name }))).toEqual({ name: [stored] })
})

it('reads the value of a nested field, and no inherited one', () => {
  const errors = { 'tasks.1.owner': ['Anna is unknown.'], toString: ['The to string field is invalid.'] }
  expect(loggedErrors(errors, input({ tasks: [{}, { owner: 'Anna' }] }))).toEqual({
    'tasks.1.owner': ['… is unknown.'],
    toString: ['The to string field is invalid.'],
  })
  expect(loggedErrors({ 'a b': ['Wrong.'], 'x.\u202e': ['Wrong.'] }, input(null))).toEqual({
    '(unknown)': ['Wrong.'],
  })
})
