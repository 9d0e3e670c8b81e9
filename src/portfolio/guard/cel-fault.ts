import { CatalogPhrase, phrase } from '../../language/phrase.ts'
import type { Key } from '../../language/translate.ts'

// What the library of CEL says of an expression that guards may use. The groups are the arguments of the phrase.
const sentences: [pattern: RegExp, key: Key][] = [
  [/^Invalid number: (?<number>.*)$/s, 'guard.invalidNumber'],
  [/^Invalid integer: (?<number>.*)$/s, 'guard.invalidInteger'],
  [/^Invalid hex integer: (?<number>.*)$/s, 'guard.invalidHexInteger'],
  [/^Invalid exponent$/, 'guard.invalidExponent'],
  [/^Newlines not allowed in single-quoted strings$/, 'guard.newlineInString'],
  [/^Unterminated string$/, 'guard.openString'],
  [/^Unterminated triple-quoted string$/, 'guard.openTripleString'],
  [/^Invalid escape sequence: (?<escape>.*)$/s, 'guard.invalidEscape'],
  [/^Invalid Unicode escape: (?<escape>.*)$/s, 'guard.invalidUnicodeEscape'],
  [/^Exceeded (?<limit>\w+) \((?<maximum>\d+)\)$/, 'guard.limit'],
  [/^Expected (?<expected>\w+), got (?<found>\w+)$/, 'guard.expectedToken'],
  [/^Unexpected token: (?<token>\w+)$/, 'guard.unexpectedToken'],
  [/^Reserved identifier: (?<name>\w+)$/, 'guard.reservedName'],
  [/^Logical operator requires bool operands, got '(?<type>.*)'$/s, 'guard.notLogical'],
  [/^Ternary condition must be bool, got '(?<type>.*)'$/s, 'guard.notTernaryCondition'],
  [
    /^Ternary branches must have the same type, got '(?<one>.*?)' and '(?<other>.*)'$/s,
    'guard.ternaryBranches',
  ],
  [/^no such overload: (?<operation>.*)$/s, 'guard.noOperator'],
  [/^found no matching overload for '(?<call>.*)'$/s, 'guard.noFunction'],
  [/^No such key: (?<key>.*)$/s, 'guard.noKey'],
  [/^Cannot index type '(?<type>.*)'$/s, 'guard.notIndexed'],
]

/** Returns what the library of CEL says, such as why a condition failed, as a phrase. It is stored and logged in English. */
export function celFault(text: string): CatalogPhrase {
  for (const [pattern, key] of sentences) {
    const found = pattern.exec(text)
    if (found) return new CatalogPhrase(key, { ...found.groups })
  }
  return phrase('guard.otherFault', { text })
}
