import { z } from 'zod'

/** The filter that each alias stands for. */
export const filterAliases = z.registry<{ of: string }>()

/** Returns the rule of an optional filter that is an alias of the filter `of`. */
export function aliasOf<S extends z.ZodType>(of: string, rule: S): z.ZodOptional<S> {
  const alias = rule.optional().describe(`Alias of ${of}`)
  filterAliases.add(alias, { of })
  return alias
}
