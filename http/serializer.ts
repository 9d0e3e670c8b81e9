import fastJson from 'fast-json-stringify'
import { z } from 'zod'

const compiled = new WeakMap<z.ZodType, (value: unknown) => string>()

/** Writes what the schema knows of a value, and nothing else: the schema decides what leaves. Compiled once. */
export function serializer(schema: z.ZodType): (value: unknown) => string {
  let serialize = compiled.get(schema)
  if (!serialize) {
    const published = z.toJSONSchema(schema, {
      target: 'draft-7',
      override: ({ jsonSchema }) => flatten(jsonSchema),
    })
    serialize = fastJson(published as fastJson.Schema)
    compiled.set(schema, serialize)
  }
  return serialize
}

// `anyOf` is judged at run time for every value; `nullable` and a list of types are a comparison.
function flatten(schema: z.core.JSONSchema.BaseSchema): void {
  const options = schema.anyOf
  if (!options?.every((option) => typeof option === 'object' && typeof option.type === 'string')) return
  const kinds = options.filter((option) => option.type !== 'null')
  delete schema.anyOf
  if (kinds.length === 1) Object.assign(schema, kinds[0], { nullable: true })
  else Object.assign(schema, { type: options.map((option) => option.type) })
}
