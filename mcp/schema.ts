import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type Json = z.core.JSONSchema.BaseSchema
// The SDK types what it publishes as open objects.
type Published = Record<string, unknown>

/**
 * A Zod schema as the SDK lists it: published once, in the few words that every reader pays for. Judging is left
 * to us, whose sentences name the argument and the legal values.
 */
export function publishedSchema<S extends z.ZodObject>(schema: S): StandardSchemaWithJSON<unknown, unknown> {
  const published: { [io in 'input' | 'output']?: Published } = {}
  const publish = (io: 'input' | 'output') => () => {
    published[io] ??= brief(z.toJSONSchema(schema, { io, override: shorten(io) })) as Published
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

// Answers leave out what is empty, so a nullable field is an optional one. Within an answer the names and kinds of
// fields are what a reader needs; forms, values and meanings are for whoever writes: describe_write_api has them.
function shorten(io: 'input' | 'output') {
  return ({ jsonSchema: schema, path }: { jsonSchema: Json; path: readonly unknown[] }): void => {
    if (schema.properties && io === 'output')
      schema.required = (schema.required ?? []).filter((name) => !isNullable(schema.properties?.[name]))
    if (schema.properties && path.length > 0) {
      delete schema.required
      delete schema.additionalProperties
    }
    if (path.length > deepest) delete schema.properties
    if (schema.required?.length === 0) delete schema.required
    if (schema.description === '') delete schema.description
    if (schema.maximum === largestOffset) delete schema.maximum
    for (const name of io === 'output' || schema.enum ? [...spared, 'description'] : spared)
      delete schema[name]
    if (io === 'output') for (const name of formal) delete schema[name]
  }
}

// Beyond the fields of a row: `properties.changes.items.properties.actor`.
const deepest = 4
const largestOffset = 2_147_483_647
const spared = ['examples', 'minLength', 'maxLength', 'propertyNames', 'contentEncoding', 'pattern']
const formal = ['enum', 'format', 'minimum', 'maximum', 'default']

function isNullable(schema: unknown): boolean {
  const { anyOf = [], type } = schema as Json
  return anyOf.some((option) => (option as Json).type === 'null') || isListed(type)
}

// Once all of it is there: the kind of value beside null is the kind of value, and the dialect is the default.
function brief(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(brief)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $schema: _, anyOf, type, ...rest } = schema as Json
  const kinds = anyOf?.filter((option) => (option as Json).type !== 'null') ?? []
  const merged = {
    ...(type && { type: isListed(type) ? type.find((one) => one !== 'null') : type }),
    ...rest,
    ...(kinds.length === 1 ? (kinds[0] as Json) : anyOf && { anyOf }),
  }
  return Object.fromEntries(Object.entries(merged).map(([name, value]) => [name, brief(value)]))
}

// The draft allows a list of types, which the types of Zod do not know.
function isListed(type: unknown): type is string[] {
  return Array.isArray(type)
}
