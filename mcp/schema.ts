import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type Json = z.core.JSONSchema.BaseSchema
// The SDK types what it publishes as open objects.
type Published = Record<string, unknown>

/**
 * Returns a Zod schema as the SDK publishes it, shortened, since every client puts it before its model, and
 * generated once. It accepts every value: tools validate arguments themselves, with messages that name the
 * allowed values.
 */
export function publishedSchema<S extends z.ZodObject>(schema: S): StandardSchemaWithJSON<unknown, unknown> {
  const published: { [io in 'input' | 'output']?: Published } = {}
  const publish = (io: 'input' | 'output') => () => {
    published[io] ??= simplify(z.toJSONSchema(schema, { io, override: dropKeywords(io) })) as Published
    return published[io]
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'portfolio-ops',
      validate: (value) => ({ value }),
      jsonSchema: { input: publish('input'), output: publish('output') },
    },
  }
}

// Answers omit null fields, so a nullable field is optional. For an answer the names and types of its fields
// are enough; describe_write_api returns formats, allowed values and descriptions.
function dropKeywords(io: 'input' | 'output') {
  return ({ jsonSchema: schema, path }: { jsonSchema: Json; path: readonly unknown[] }): void => {
    if (schema.properties && io === 'output')
      schema.required = (schema.required ?? []).filter((name) => !isNullable(schema.properties?.[name]))
    if (schema.properties && path.length > 0) {
      delete schema.required
      delete schema.additionalProperties
    }
    if (path.length > maxDepth) delete schema.properties
    if (schema.required?.length === 0) delete schema.required
    if (schema.description === '') delete schema.description
    if (schema.maximum === maxOffset) delete schema.maximum
    for (const name of io === 'output' || schema.enum ? [...omitted, 'description'] : omitted)
      delete schema[name]
    if (io === 'output') for (const name of omittedInOutput) delete schema[name]
  }
}

// Objects within a row, such as `properties.changes.items.properties.actor`, are published without their
// fields.
const maxDepth = 4
const maxOffset = 2_147_483_647
const omitted = ['examples', 'minLength', 'maxLength', 'propertyNames', 'contentEncoding', 'pattern']
const omittedInOutput = ['enum', 'format', 'minimum', 'maximum', 'default']

function isNullable(schema: unknown): boolean {
  const { anyOf = [], type } = schema as Json
  return anyOf.some((option) => (option as Json).type === 'null') || isTypeList(type)
}

// Runs on the finished schema: drops `$schema`, and null from unions and lists of types.
function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $schema: _, anyOf, type, ...rest } = schema as Json
  const options = anyOf?.filter((option) => (option as Json).type !== 'null') ?? []
  const merged = {
    ...(type && { type: isTypeList(type) ? type.find((name) => name !== 'null') : type }),
    ...rest,
    ...(options.length === 1 ? (options[0] as Json) : anyOf && { anyOf }),
  }
  return Object.fromEntries(Object.entries(merged).map(([name, value]) => [name, simplify(value)]))
}

// JSON Schema allows a list of types; Zod's typing does not.
function isTypeList(type: unknown): type is string[] {
  return Array.isArray(type)
}
