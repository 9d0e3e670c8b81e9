import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'

/** Reads an argument by a rule; `otherwise` is what is said where the rule refuses it. */
export function argument<T>(rule: z.ZodType<T>, otherwise: string): (value: string) => T {
  return (value) => {
    const read = rule.safeParse(value)
    if (!read.success) throw new InvalidArgumentError(otherwise)
    return read.data
  }
}

/** Reads a name by the rule of what will have it. */
export function name(rule: z.ZodType<string>): (value: string) => string {
  return argument(rule, 'A name has 1 to 255 characters.')
}
