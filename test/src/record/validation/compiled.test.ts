import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NewClick } from '../../../../src/operations/click/click.ts'
import { NewTask } from '../../../../src/portfolio/task/task.ts'
import { atLeastOne } from '../../../../src/record/rules/at-least-one.ts'
import { enumOf } from '../../../../src/record/rules/enumeration.ts'
import { integer } from '../../../../src/record/rules/integer.ts'
import { isObjectPayload, nullable } from '../../../../src/record/rules/rule.ts'
import { text } from '../../../../src/record/rules/text.ts'
import { compiled } from '../../../../src/record/validation/compiled.ts'

const schema = z
  .strictObject({
    name: text(5),
    number: integer(1, 9).default(3),
    kind: enumOf({ red: '', blue: '' }).optional(),
    list: z.array(integer(0, 3)).max(2).optional(),
    note: nullable(text(3)).optional(),
    part: atLeastOne(
      z.object({ a: integer(0, 3).optional(), b: z.boolean().optional() }),
      'a',
      'b',
    ).optional(),
    either: z.union([z.literal('all'), integer(0, 3)]).optional(),
  })
  .refine(({ name, number }) => name !== 'none' || number > 5, { path: ['number'], when: isObjectPayload })

describe('compiled', () => {
  it('returns the same values and errors as the schema, also for a check that runs on invalid objects', () => {
    const odd = fc.constantFrom<unknown>('', null, undefined, 'x', '7', -1, [1, 2, 3], ['x'], {})
    const fields = {
      name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('none', 'abc') }, odd),
      number: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 10 }) }, odd),
      kind: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(' RED', 'blue') }, odd),
      list: fc.oneof({ weight: 4, arbitrary: fc.constantFrom([], [1, 2]) }, odd),
      note: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(null, ' ab ') }, odd),
      part: fc.oneof({ weight: 4, arbitrary: fc.constantFrom({ a: '1' }, { b: true, c: 1 }) }, odd),
      either: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('all', '2') }, odd),
    }
    const input = fc.oneof(
      { weight: 9, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      fc.record({ ...fields, other: odd }),
      odd,
    )
    let valid = 0
    fc.assert(
      fc.property(input, (sent) => {
        const [expected, actual] = [schema.safeParse(sent), compiled(schema).safeParse(sent)]
        if (expected.success) valid++
        expect(actual.data).toStrictEqual(expected.data)
        expect(actual.error?.issues).toEqual(expected.error?.issues)
      }),
      { numRuns: 3000, examples: [[{ name: 'none', number: 4 }], [{ name: 'none', number: 'x' }]] },
    )
    expect(valid).toBeGreaterThan(100)
  })

  it('does not run the parser of the schema for a valid value', () => {
    const runs: unknown[] = []
    const counted = z.object({ a: z.number() }).refine(() => true, { when: isObjectPayload })
    const { run } = counted._zod
    counted._zod.run = (payload, context) => {
      runs.push(payload.value)
      return run(payload, context)
    }
    expect(compiled(counted).parse({ a: 1 })).toEqual({ a: 1 })
    expect(runs).toEqual([])
  })

  it('compiles the schemas of records', () => {
    for (const record of [NewClick, NewTask]) expect(compiled(record)).not.toBe(record)
  })

  it('returns a schema unchanged if it cannot be compiled', () => {
    const unsupported = z.object({ a: z.string().transform(async (value) => value) })
    expect(compiled(unsupported)).toBe(unsupported)
  })
})
