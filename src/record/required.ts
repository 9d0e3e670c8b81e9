import { z } from 'zod'

const marked = z.registry<{ needed: true }>()

/** The same rule for a field that no record is without: also where a change need not mention it, it is never empty. */
export function required<S extends z.ZodType>(rule: S): S {
  const copy = rule.clone(undefined, { parent: true })
  marked.add(copy, { needed: true })
  return copy
}

/**
 * Whether what stands at a path is required. What may be left out is not, and neither is the whole of it: null is a
 * value of the wrong kind there.
 */
export function isRequired(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
  if (path.length === 0) return false
  const field = at(schema, path)
  const { type, innerType } = field ? partsOf(field) : {}
  return (type !== 'optional' && type !== 'default') || (innerType !== undefined && marked.has(innerType))
}

function at(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const [name, ...rest] = path
  if (name === undefined) return schema
  const { innerType, out, shape, element } = partsOf(schema)
  const wrapped = innerType ?? out
  if (wrapped) return at(wrapped, path)
  const child = shape?.[String(name)] ?? element
  return child && at(child, rest)
}

type Parts = {
  type: string
  innerType?: z.core.$ZodType
  out?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
}

// Which of them a schema has depends on its type; all of them are looked for.
function partsOf(schema: z.core.$ZodType): Parts {
  return schema._zod.def as Parts
}
