import { z } from 'zod'
import type { Name } from '../src/portfolio/find.ts'
import { PathId } from '../src/record/id.ts'

/** A record in a path, by id or by slug. Slugs are never all digits, so one look tells which it is. */
const PathName = z
  .string()
  .max(255)
  .regex(/^[a-z0-9][a-z0-9_-]*$/i)
  .transform((text, context): Name => {
    if (!/^\d+$/.test(text)) return { slug: text.toLowerCase() }
    const id = PathId.safeParse(text)
    if (id.success) return { id: id.data }
    context.issues.push({ code: 'custom', input: text })
    return z.NEVER
  })
  .meta({ description: 'The id or the slug' })

export const ProductPath = z.object({ product: PathName })
export const AppPath = z.object({ mobileApp: PathName })
export const RulePath = z.object({ canonRule: PathId })
export const IdPath = z.object({ id: PathId })
