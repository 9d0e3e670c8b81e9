/** A fault in an expression of CEL. Its message ends with the position: `… (column 12)`. */
export class ExpressionFault extends Error {
  /** `offset` is the index of the character in the text that is at fault. */
  constructor(message: string, text: string, offset: number) {
    super(`${message} (${positionOf(text, offset)}).`)
  }

  /** Returns the fault that an error of the parser describes. */
  static from(error: unknown, text: string): ExpressionFault {
    const { summary, message, range } = error as {
      summary?: string
      message: string
      range?: { start: number }
    }
    return new ExpressionFault(summary ?? message, text, range?.start ?? 0)
  }
}

// People count columns from 1, and in characters.
function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  const column = `column ${[...(lines.at(-1) ?? '')].length + 1}`
  return lines.length > 1 ? `line ${lines.length}, ${column}` : column
}
