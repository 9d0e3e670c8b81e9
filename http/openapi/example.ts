import { z } from 'zod'
import type { JsonSchema, Publisher } from './schema.ts'

type Values = Record<string, unknown>
type Schemas = Pick<Publisher, 'components' | 'named'>

/**
 * Returns a valid example of a published schema. A record takes its values from the example of the request that
 * creates it; a property without a value there gets its first legal value or, as a string, its own name.
 */
export function exampleOf(
  schema: JsonSchema,
  schemas: Schemas,
  name = 'text',
  requestValues: Values = {},
): unknown {
  if (schema.$ref) {
    const component = schema.$ref.split('/').at(-1) ?? ''
    return exampleOf(
      schemas.components[component] ?? {},
      schemas,
      name,
      requestExample(component, schemas.named),
    )
  }
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  const value = requestValues[name]
  if (first && value == null && isNullable(schema)) return null
  if (first) return exampleOf(first, schemas, name, requestValues)
  const types: (string | undefined)[] = [schema.type].flat()
  const isList = Array.isArray(value)
  if (!isList && types.includes(Number.isInteger(value) ? 'integer' : typeof value)) return value
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  switch (types.at(-1)) {
    case 'object':
      return objectExample(schema, schemas, requestValues)
    case 'array':
      return schema.items
        ? [exampleOf(schema.items as JsonSchema, schemas, name, isList ? value[0] : requestValues)]
        : []
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return name
  }
}

function objectExample(schema: JsonSchema, schemas: Schemas, requestValues: Values): Values {
  const { properties = {}, additionalProperties } = schema
  const entries = Object.entries(properties as Record<string, JsonSchema>)
  if (entries.length === 0 && typeof additionalProperties === 'object')
    return { name: exampleOf(additionalProperties as JsonSchema, schemas) }
  return Object.fromEntries(
    entries
      // Optional properties, such as `warnings`, are rare: in an example they would look usual.
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, property]) => [name, exampleOf(property, schemas, name, requestValues)]),
  )
}

function isNullable({ anyOf = [] }: JsonSchema): boolean {
  return (anyOf as JsonSchema[]).some(({ type }) => type === 'null')
}

// The example of the schema `NewX` for a component `X`, `XDetail` or `XDryRun`.
function requestExample(component: string, named: Publisher['named']): Values {
  const requestSchema = named[`New${component.replace(/(Detail|DryRun)$/, '')}`]
  const [example] = ((requestSchema && z.globalRegistry.get(requestSchema)?.examples) ?? []) as Values[]
  return example ?? {}
}
