import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'

/** Returns a parser that validates an argument. `message` is the error if the argument is invalid. */
export function argumentParser<T>(rule: z.ZodType<T>, message: string): (value: string) => T {
  return (value) => {
    const result = rule.safeParse(value)
    if (!result.success) throw new InvalidArgumentError(message)
    return result.data
  }
}

/** Returns a parser that validates a name. */
export function nameParser(rule: z.ZodType<string>): (value: string) => string {
  return argumentParser(rule, 'A name must have 1 to 255 characters.')
}
