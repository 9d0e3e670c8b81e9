import { z } from 'zod'

const requiredRules = z.registry<{ required: true }>()

/** Returns the rule for a field that may never be null, even in a PATCH that may omit it. */
export function required<S extends z.ZodType>(rule: S): S {
  const copy = rule.clone(undefined, { parent: true })
  requiredRules.add(copy, { required: true })
  return copy
}

/**
 * Returns whether null at `path` is reported as a missing value. Elsewhere, at an optional field or the root,
 * null is reported as a value of the wrong type.
 */
export function isRequired(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  if (path.length === 0) return false
  const field = schemaAt(schema, path)
  const { type, innerType } = field ? partsOf(field) : {}
  return (
    (type !== 'optional' && type !== 'default') || (innerType !== undefined && requiredRules.has(innerType))
  )
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  const [name, ...rest] = path
  if (name === undefined) return schema
  const { innerType, out, shape, element } = partsOf(schema)
  const wrapped = innerType ?? out
  if (wrapped) return schemaAt(wrapped, path)
  const child = shape?.[String(name)] ?? element
  return child && schemaAt(child, rest)
}

type Parts = {
  type: string
  innerType?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
}

// Which of these parts a schema has depends on its type, so all are optional.
function partsOf(schema: z.ZodType): Parts {
  return schema.def as Parts
}
