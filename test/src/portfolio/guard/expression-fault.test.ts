import { expect, it } from 'vitest'
import { compileExpression } from '../../../../src/portfolio/guard/expression.ts'
import { ExpressionFault } from '../../../../src/portfolio/guard/expression-fault.ts'

it.each([
  ['true\u00a0&& true', 'U+00A0', 'column 5'],
  ['true &&\u2003true', 'U+2003', 'column 8'],
  ['true\u200b', 'U+200B', 'column 5'],
  ['\ufefftrue', 'U+FEFF', 'column 1'],
  ['true \u202e&& true', 'U+202E', 'column 6'],
  ['after.title == ‘a’', 'U+2018', 'column 16'],
  ['after.title == “a”', 'U+201C', 'column 16'],
  ['after.title == «a»', 'U+00AB', 'column 16'],
  ["after.title == 'a’", 'U+2019', 'column 18'],
  ['after.title == "a”', 'U+201D', 'column 18'],
  ['after.title == `a`', 'U+0060', 'column 16'],
  ['after.id == –1', 'U+2013', 'column 13'],
  ['after.id == −1', 'U+2212', 'column 13'],
  ['after.id ≥ 3', 'U+2265', 'column 10'],
  ['ａfter.id == 3', 'U+FF41', 'column 1'],
  ['after.id ＝＝ 3', 'U+FF1D', 'column 10'],
  ['аfter.id == 3', 'U+0430', 'column 1'],
  ["after.tіtle == 'a'", 'U+0456', 'column 8'],
  ["'😀' == 'a' &&\u00a0true", 'U+00A0', 'column 14'],
  ['true 😀', 'U+1F600', 'column 6'],
])('names a character that CEL does not know, with its code point: %j', (text, code, position) => {
  expect(() => compileExpression(text)).toThrow(ExpressionFault)
  expect(() => compileExpression(text)).toThrow(`(${code})`)
  expect(() => compileExpression(text)).toThrow(`(${position}).`)
})

it.each([
  ["write.kind = 'signal'", 'Unexpected character: =. Use == (column 12).'],
  ['true & false', 'Unexpected character: &. Use && (column 6).'],
  ['true | false', 'Unexpected character: |. Use || (column 6).'],
])('names the operator that an incomplete one stands for: %j', (text, message) => {
  expect(() => compileExpression(text)).toThrow(message)
})

it('may have such characters in a string', () => {
  expect(compileExpression(`after.title != 'ёж – “a”\u00a0≥ а'`)({ after: { title: 'a' } })).toBe(true)
})
