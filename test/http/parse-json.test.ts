import { setImmediate as nextRound } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../http/parse-json.ts'

// Texts are parsed in pieces of 16 KiB, so the values of these tests are longer.
const long = [
  `"${'x'.repeat(17_000)}"`,
  `"${'\\"'.repeat(9000)}"`,
  `"${'\\\\'.repeat(9000)}"`,
  `[${'1,'.repeat(20_000)}2]`,
  `[${'{},'.repeat(6000)}[]]`,
  `{"a":[[${'1,'.repeat(9000)}"]"]]}`,
  `{${Array.from({ length: 4000 }, (_, index) => `"k${index % 3000}":${index}`)}}`,
  ' '.repeat(17_000),
]
const keys = ['a', 'b', '1', 'c"d', 'k'.repeat(17_000)].map((key) => JSON.stringify(key))

// The keys that parseJson rejects, and JSON.parse does not, have their own test.
const short = fc.json({ maxDepth: 2 }).filter((text) => !/"(?:__proto__|constructor)"/.test(text))

const { text: valid } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.constantFrom(...long.slice(0, -1)), short),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('text')), { maxLength: 4 })
      .map((members) => `{${members.map(([key, value]) => ` ${key} : ${value}`)}\n}`),
  ),
}))
const damaged = fc
  .tuple(valid, fc.nat(), fc.constantFrom('', ',', ']', '}', '"', ':', '['))
  .map(([text, position, sign]) => {
    const at = position % (text.length + 1)
    return text.slice(0, at) + sign + text.slice(at + 1)
  })
const pieces = fc
  .array(fc.constantFrom(...long, ',', '[', ']', '{', '}', ':', '"a"', '"a":', '1', '\n', '"'), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''))

async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() }
  } catch (error) {
    return (error as Error).name
  }
}

describe('parseJson', () => {
  it.each([
    ['valid', valid],
    ['damaged', damaged],
    ['random', pieces],
  ])('returns the same as JSON.parse, or rejects the same: %s text', async (_, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await outcome(() => parseJson(text))).toEqual(await outcome(() => JSON.parse(text)))
      }),
      { numRuns: 200 },
    )
  })

  it('accepts 32 levels in a long text, and not 33', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${long[0]}${']'.repeat(levels)}`
    for (const around of ['', `,${long[3]}`]) {
      expect(await outcome(() => parseJson(`[1${around},${nested(31)}]`))).toHaveProperty('value')
      expect(await outcome(() => parseJson(`[1${around},${nested(32)}]`))).toBe('SyntaxError')
    }
    expect(await outcome(() => parseJson('['.repeat(1_000_000)))).toBe('SyntaxError')
    expect(await outcome(() => parseJson(nested(1_000_000)))).toBe('SyntaxError')
  })

  it.each(['__proto__', 'constructor'])('rejects the key %s anywhere in a long text', async (key) => {
    for (const value of [1, 'x'.repeat(17_000)]) {
      const member = `"${key}":${JSON.stringify(value)}`
      for (const text of [
        `{"a":${long[3]},${member}}`,
        `{${member},"a":${long[3]}}`,
        `[${long[3]},{${member}}]`,
      ])
        expect(await outcome(() => parseJson(text))).toBe('SyntaxError')
    }
  })

  it('lets the process do other work while it parses', async () => {
    const row = (_: unknown, index: number) =>
      `{${Array.from({ length: 40 }, (_, key) => `"k${index}_${key}":1`)}}`
    const { value, rounds } = await roundsOf(`[${Array.from({ length: 3000 }, row)}]`)
    expect(value).toHaveLength(3000)
    expect(rounds).toBeGreaterThan(5)
  })

  it('lets the process do other work between the levels of a nested text', async () => {
    const { rounds } = await roundsOf(`${'['.repeat(28)}"${'\\"'.repeat(1_000_000)}"${']'.repeat(28)}`)
    expect(rounds).toBeGreaterThan(5)
  })
})

// Parses a text and counts the rounds of the event loop meanwhile.
async function roundsOf(text: string) {
  let rounds = 0
  let done = false
  const parsing = parseJson(text).finally(() => {
    done = true
  })
  for (; !done; rounds += 1) await nextRound()
  return { value: await parsing, rounds }
}
