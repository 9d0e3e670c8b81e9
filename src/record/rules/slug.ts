import { rule } from './rule.ts'
import { storableString, trim } from './text.ts'

/**
 * Returns the rule for a slug in a path or a body. Upper case is accepted and converted to lower case. An
 * example that a client sends unchanged must not name a live record.
 */
export function slugLike(example: string) {
  return rule(
    (value) => {
      const slug = trim(value)
      return typeof slug === 'string' ? slug.toLowerCase() : slug
    },
    storableString(255).meta({ examples: [example] }),
  )
}

/** The slug of a product or an app. */
export const Slug = slugLike('PRODUCT-SLUG')
