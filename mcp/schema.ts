import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { maxOffset } from '../src/portfolio/list/filter.ts'

type Json = z.core.JSONSchema.BaseSchema
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
    published ??= generate(schema)
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

function generate(schema: z.ZodObject): Published {
  const { $schema: _, ...published } = z.toJSONSchema(schema, { io: 'input', override: dropKeywords })
  return published
}

const omitted = ['examples', 'minLength', 'maxLength', 'pattern'] as const

// The values of an enumeration explain themselves, and describe_write_api returns their meanings.
function dropKeywords({ jsonSchema: schema }: { jsonSchema: Json }): void {
  if (schema.enum || schema.description === '') delete schema.description
  if (schema.maximum === maxOffset) delete schema.maximum
  if (schema.type === 'integer') delete schema.minimum
  for (const name of omitted) delete schema[name]
}
