import { expect, it } from 'vitest'
import { celFault } from '../../../../src/portfolio/guard/cel-fault.ts'
import { compileExpression } from '../../../../src/portfolio/guard/expression.ts'
import { ExpressionFault } from '../../../../src/portfolio/guard/expression-fault.ts'

const faultOf = (text: string) => {
  try {
    compileExpression(text)({ after: { title: 'a' } })
  } catch (error) {
    return error
  }
  throw new Error(`no fault: ${text}`)
}

it.each([
  ['after.title ==', 'Unexpected token: EOF (column 15).', 'Неожиданный элемент: EOF (знак 15).'],
  ['!(true', 'Expected RPAREN, got EOF (column 7).', 'Ожидается RPAREN, а стоит EOF (знак 7).'],
  ["after.title == 'a", 'Unterminated string (column 16).', 'Строка не закрыта (знак 16).'],
  [
    "'\\q' == 'a'",
    'Invalid escape sequence: \\q (column 2).',
    'Неверная escape-последовательность: \\q (знак 2).',
  ],
  [
    'true && 1',
    "Logical operator requires bool operands, got 'int' (column 1).",
    'Логическому оператору нужны значения bool, а не int (знак 1).',
  ],
  [
    "'a' < 1",
    'no such overload: string < int (column 1).',
    'Такая операция невозможна: string < int (знак 1).',
  ],
  [
    'size(1) == 1',
    "found no matching overload for 'size(int)' (column 1).",
    'Такой вызов функции невозможен: size(int) (знак 1).',
  ],
  [
    'true &&\n1 + 1',
    'The operator + is not available (line 2, column 1).',
    'Оператор + недоступен (строка 2, знак 1).',
  ],
])('tells people what is wrong with %j in their language', (text, english, russian) => {
  const fault = faultOf(text)
  expect(fault).toBeInstanceOf(ExpressionFault)
  const { message, sentence } = fault as ExpressionFault
  expect([message, sentence.in('ru')]).toEqual([english, russian])
})

it('tells why a condition fails as the library says it, and what it does not know as it is', () => {
  const { summary } = faultOf('after.title < 3') as { summary: string }
  expect(summary).toMatch(/^no such overload: /)
  for (const text of [summary, 'The library says something new: {a} <b>'])
    expect(String(celFault(text))).toBe(text)
  expect(celFault(summary).in('ru')).toMatch(/^Такая операция невозможна: /)
})
