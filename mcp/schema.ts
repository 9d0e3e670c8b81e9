import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { enumerationOf, isOldName } from '../src/record/rules/enumeration.ts'

type Overridden = { zodSchema: unknown; jsonSchema: z.core.JSONSchema.BaseSchema }
// The SDK types what it publishes as open objects.
type Published = Record<string, unknown>

/**
 * Returns the schema of a tool's arguments as the SDK publishes it, shortened, since every client puts it
 * before its model, and generated once. It accepts every value: tools validate arguments themselves, with
 * messages that name the allowed values.
 */
export function publishedSchema<S extends z.ZodObject>(schema: S): StandardSchemaWithJSON<unknown, unknown> {
  let published: Published | undefined
  const publish = () => {
    published ??= jsonSchema(schema)
    return published
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'portfolio-ops',
      validate: (value) => ({ value }),
      jsonSchema: { input: publish, output: publish },
    },
  }
}

/** Returns the schema of what clients send, shortened. */
export function jsonSchema(schema: z.ZodObject): Published {
  const { $schema: _, ...published } = z.toJSONSchema(schema, { io: 'input', override: dropKeywords })
  return published
}

const omitted = ['examples', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern'] as const
// A longer enumeration is not published: the answer to another value names all of them.
const maxValues = 7

// The values of an enumeration explain themselves, and describe_write_api returns their meanings.
function dropKeywords({ zodSchema, jsonSchema: schema }: Overridden): void {
  const enumeration = enumerationOf(zodSchema as z.ZodType)
  if (schema.enum && enumeration)
    schema.enum = schema.enum.filter((value) => !isOldName(enumeration, String(value)))
  if (schema.enum || schema.description === '') delete schema.description
  if (schema.enum && schema.enum.length > maxValues) delete schema.enum
  for (const name of omitted) delete schema[name]
}
