import fastJson from 'fast-json-stringify'
import { z } from 'zod'

const compiled = new WeakMap<z.ZodType, (value: unknown) => string>()

/**
 * Returns the function that serializes values of a schema to JSON. It omits every property that the schema
 * does not declare. Each schema is compiled once.
 */
export function serializer(schema: z.ZodType): (value: unknown) => string {
  let serialize = compiled.get(schema)
  if (!serialize) {
    const draft7 = z.toJSONSchema(schema, {
      target: 'draft-7',
      override: ({ jsonSchema }) => flatten(jsonSchema),
    })
    // Ajv, which finds the option of a union, does not know this format and would print a warning.
    serialize = fastJson(draft7 as fastJson.Schema, { ajv: { formats: { iri: true } } })
    compiled.set(schema, serialize)
  }
  return serialize
}

// For `anyOf` the serializer validates every value at run time; `nullable` and a list of types only cost a
// comparison.
function flatten(schema: z.core.JSONSchema.BaseSchema): void {
  const options = schema.anyOf
  if (!options?.every((option) => typeof option === 'object' && typeof option.type === 'string')) return
  const nonNull = options.filter((option) => option.type !== 'null')
  delete schema.anyOf
  if (nonNull.length === 1) Object.assign(schema, nonNull[0], { nullable: true })
  else Object.assign(schema, { type: options.map((option) => option.type) })
}
