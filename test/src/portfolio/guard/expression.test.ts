import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../../src/portfolio/guard/expression.ts'
import { ExpressionFault } from '../../../../src/portfolio/guard/expression-fault.ts'
import { guardNames, recordFields } from '../../../../src/portfolio/guard/names.ts'

const unset = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, null]))
const values = {
  write: { kind: 'product', action: 'change', actor: 'agent', surface: 'http', fields: ['product_focus'] },
  before: { ...unset(recordFields), title: 'Ёж', is_favorite: true },
  after: { ...unset(recordFields), title: 'Ёжик', id: 7, product_focus: 'scale' },
  product: { ...unset(guardNames.product ?? []), portfolio_status: 'frozen' },
  direction: { ...unset(guardNames.direction ?? []), status: 'active' },
  app: unset(guardNames.app ?? []),
  today: '2026-11-27',
}
const faultOf = (text: string): string => {
  try {
    compileExpression(text)
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionFault)
    return (error as Error).message
  }
  throw new Error(`Admitted: ${text}`)
}

describe('an expression', () => {
  it.each([
    [`write.kind == 'product' && after.product_focus == 'scale'`, true],
    [`product.portfolio_status in ['frozen', 'sunset'] || direction.status != 'active'`, true],
    [`!(after.id < 7) && after.id <= 7 && after.id >= 7 && !(after.id > 7)`, true],
    [`size(after.title) == 4 && after.title.size() == 4`, true],
    [`after.title.startsWith('Ё') && after.title.endsWith('ик') && after.title.contains('жи')`, true],
    [`before.title == 'Ёж' ? after.title != before.title : false`, true],
    [`'product_focus' in write.fields`, true],
    [`'title' in write.fields`, false],
    [`after.summary == null`, true],
    [`after.summary in ['a', null]`, true],
    [`has(after.title) && !has(after.summary)`, true],
    [`today > '2026-01-01' && -1 < after.id`, true],
    [`before.is_favorite == true`, true],
  ])('%s is %s', (text, result) => {
    expect(compileExpression(text)(values)).toBe(result)
  })

  it('is false for a field of a record that does not exist yet', () => {
    expect(compileExpression('has(before.title)')({ ...values, before: null })).toBe(false)
    expect(compileExpression('before == null')({ ...values, before: null })).toBe(true)
  })

  it.each([
    ['', 'column 1'],
    ['after.title ==', 'column 15'],
    [`after.title.matches('(a+)+$')`, 'column 1'],
    ['[1, 2].all(x, x > 1)', 'column 1'],
    [`write.fields.exists(f, f == 'a')`, 'column 1'],
    [`write.fields.map(f, f) == []`, 'column 1'],
    ['true && cel.bind(x, true, x)', 'column 9'],
    [`{'a': 1} == {'a': 1}`, 'column'],
    ['after.id + 1 == 8', 'column 1'],
    ['after.id - 1 == 6', 'column 1'],
    ['-after.id < 1', 'column 1'],
    ['after["title"] == "a"', 'column 1'],
    ['write.fields[0] == "a"', 'column 1'],
    ['after.titel == "a"', 'column 7'],
    ['true && befor.title == "a"', 'column 9'],
    ['today.length == 1', 'column 7'],
    ['after.created_by.type == "user"', 'column'],
    ['after.__proto__ == null', 'column 7'],
    ['after.constructor == null', 'column 7'],
    ['constructor == null', 'column 1'],
    ['__proto__ == null', 'column 1'],
    ['toString() == "a"', 'column 1'],
    ['after.title.toString() == "a"', 'column'],
    ['after.title.constructor("a") == "a"', 'column'],
    [`string(after.id) == "7"`, 'column 1'],
    [`timestamp('2026-01-01T00:00:00Z') < timestamp('2027-01-01T00:00:00Z')`, 'column 1'],
    [`b'abc' == b'abc'`, 'column'],
    ['1u == 1u', 'column 1'],
    ['has(after)', 'column 1'],
    ['has(after.title.size())', 'column'],
    ['size()', 'column 1'],
    ['after.title', 'column 1'],
    ['true ? after.title : after.body', 'column 1'],
    ['"text"', 'column 1'],
    ['1', 'column 1'],
    ['!"a"', 'column 1'],
    ['1 == "a"', 'column 1'],
    ['"a" && true', 'column 1'],
    [`'😀' == 'a' && wrong`, 'column 15'],
  ])('%s is rejected with its position', (text, position) => {
    expect(faultOf(text)).toContain(/\d/.test(position) ? `(${position}).` : '(column ')
  })

  it('names the line of a fault in a later one', () => {
    expect(faultOf('true &&\n  wrong')).toContain('(line 2, column 3)')
  })

  it('has at most 100 parts, 12 levels and 30 items in a list', () => {
    const chain = (count: number) => Array(count).fill('true').join(' && ')
    expect(compileExpression(chain(50))(values)).toBe(true)
    expect(faultOf(chain(51))).toContain('column')
    expect(compileExpression(`${'!'.repeat(11)}true`)(values)).toBe(false)
    expect(faultOf(`${'!'.repeat(12)}true`)).toContain('12 levels')
    expect(faultOf(`${'('.repeat(400)}true${')'.repeat(400)}`)).toContain('column')
    expect(faultOf(`${'!'.repeat(999)}true`)).toContain('column')
    const list = (count: number) => `1 in [${Array(count).fill('1').join(', ')}]`
    expect(compileExpression(list(30))(values)).toBe(true)
    expect(faultOf(list(31))).toContain('column')
  })

  it('demands a kind only where every write of another kind would not meet it', () => {
    const kindOf = (text: string) => compileExpression(text).kind
    expect(kindOf(`after.id > 1 && write.kind == 'task' && true`)).toBe('task')
    expect(kindOf(`write.kind == 'task'`)).toBe('task')
    expect(kindOf(`write.kind == 'task' || true`)).toBeNull()
    expect(kindOf(`!(write.kind == 'task' && true)`)).toBeNull()
    expect(kindOf(`write.kind != 'task' && after.owner == 'task'`)).toBeNull()
  })

  it('is compiled once, and is evaluated within microseconds', () => {
    const text = `write.kind == 'product' && after.body.contains('${'ab'.repeat(300)}')`
    expect(compileExpression(text)).toBe(compileExpression(text))
    const condition = compileExpression(text)
    const long = { ...values, after: { ...values.after, body: 'ab'.repeat(25_000) } }
    const start = performance.now()
    for (let run = 0; run < 100; run++) condition(long)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('of any text is either a condition or a fault with a position', () => {
    const token = fc.constantFrom(
      ...[
        'after',
        'before',
        '.title',
        '.id',
        'write.kind',
        '==',
        '&&',
        '||',
        '!',
        '(',
        ')',
        '[',
        ']',
        ',',
        '?',
        ':',
      ],
      ...[
        'in',
        "'a'",
        '1',
        'null',
        'true',
        'has(',
        'size(',
        '.contains(',
        '.matches(',
        '.all(x, ',
        '-',
        '+',
        '\n',
        '{',
      ],
    )
    const text = fc.oneof(
      fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join(' ')),
      fc.string({ maxLength: 1000, unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (expression) => {
        let condition: ReturnType<typeof compileExpression> | undefined
        try {
          condition = compileExpression(expression)
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionFault)
          expect((error as Error).message).toMatch(/column \d+\)\.$/)
        }
        expect(expression).not.toSatisfy(
          (admitted: string) =>
            condition !== undefined &&
            /\.matches\(|\.all\(/.test(admitted.replaceAll(/'[^']*'|"[^"]*"|\/\/.*/g, '')),
        )
      }),
      { numRuns: 2000 },
    )
  })
})
