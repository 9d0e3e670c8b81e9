import type { z } from 'zod'
import { rule } from '../../record/rules/rule.ts'
import { maxNumberLength, numberText } from './cell-rules.ts'

/**
 * Returns the rule for a cell with a position in search results, also as `#3`, `1st` or `3 (+2)`. Nothing, `N/A`,
 * `Not ranked` and `>250` mean that the app was measured and has none.
 */
export function positionCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' ? (isAbsent(cell) ? null : numberText(rankIn(cell))) : cell),
    schema,
  )
}

// What stands for no position: the app was looked for, and is not among the results.
const absent = new Set([
  ...[
    '',
    '-',
    '–',
    '—',
    '−',
    'n/a',
    '#n/a',
    'na',
    'n/d',
    'nr',
    'n/r',
    'null',
    'none',
    'not set',
    'not found',
  ],
  ...['not ranked', 'unranked', 'not ranking', 'no rank', 'out of top'],
  ...['k. a.', 'k.a.', 'nicht gefunden', 'nicht platziert', 'kein rang', 'keine platzierung'],
  ...['н/д', '#н/д', 'нет', 'нет данных', 'не найдено', 'не найден', 'не ранжируется', 'вне топа'],
])
const beyond =
  /^(?:[>≥]\s*\d+|\d+\+|(?:not in|out of|outside|below|nicht in)(?: the| den)? top[ -]?\d+|вне топ[а-]? ?\d+)$/

function isAbsent(cell: string): boolean {
  const text = cell
    .trim()
    .toLowerCase()
    .replace(/^\((.*)\)$/, '$1')
  return absent.has(text) || (text.length <= maxNumberLength && beyond.test(text))
}

// The change of a rank stands in parentheses or behind an arrow.
const rank = /^(?:#|№)?\s*(\d+)(?:st|nd|rd|th|\.)?(?:\s*(?:\([-+−±▲▼↑↓ ]*\d*\)|[▲▼↑↓]\s*\d*))?$/i

function rankIn(cell: string): string {
  return rank.exec(cell.trim())?.[1] ?? cell
}
