import { type Phrase, phrase } from '../../language/phrase.ts'
import { codePointOf } from '../../record/invisible.ts'
import { celFault } from './cel-fault.ts'

/** A fault in an expression of CEL. Its message ends with the position: `… (column 12)`. */
export class ExpressionFault extends Error {
  /** What the fault says to people. `message` is the same in English. */
  readonly sentence: Phrase

  /** `offset` is the index of the character in the text that is at fault. */
  constructor(fault: Phrase, text: string, offset: number) {
    const sentence = withPosition(fault, text, offset)
    super(String(sentence))
    this.sentence = sentence
  }

  /** Returns the fault that an error of the parser describes. */
  static from(error: unknown, text: string): ExpressionFault {
    const { code, summary, message, range } = error as {
      code?: string
      summary?: string
      message: string
      range?: { start: number }
    }
    const offset = range?.start ?? 0
    if (code === 'unexpected_character') return unknownCharacter(text, offset)
    // A string that a typographic quotation mark was meant to end.
    const mark = code === 'unterminated_string' ? text.slice(offset).search(/[‘’‚‛“”„‟′″＇＂´`]/) : -1
    return mark === -1
      ? new ExpressionFault(celFault(summary ?? message), text, offset)
      : unknownCharacter(text, offset + mark)
  }
}

// The operators of CEL that others write with one character.
const doubled = ['=', '&', '|']

// It may look like one that CEL knows, such as a Cyrillic letter, or like nothing.
function unknownCharacter(text: string, offset: number): ExpressionFault {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  if (doubled.includes(character))
    return new ExpressionFault(
      phrase('guard.singleOperator', { character, operator: character.repeat(2) }),
      text,
      offset,
    )
  const fault = phrase('guard.unknownCharacter', { character, code: codePointOf(character) })
  return new ExpressionFault(fault, text, offset)
}

// People count columns from 1, and in characters.
function withPosition(fault: Phrase, text: string, offset: number): Phrase {
  const lines = text.slice(0, offset).split('\n')
  const column = [...(lines.at(-1) ?? '')].length + 1
  return lines.length > 1
    ? phrase('guard.atLine', { fault, line: lines.length, column })
    : phrase('guard.atColumn', { fault, column })
}
