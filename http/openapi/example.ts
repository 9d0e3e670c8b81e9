import { z } from 'zod'
import type { JsonSchema, Publisher } from './schema.ts'

type Told = Record<string, unknown>
type Published = Pick<Publisher, 'components' | 'named'>

/**
 * A legal answer of a published schema. A record looks as if the example of the request that creates it had been
 * sent; what no request says is the first legal value, or the name of the field.
 */
export function exampleOf(schema: JsonSchema, published: Published, name = 'text', told: Told = {}): unknown {
  if (schema.$ref) {
    const component = schema.$ref.split('/').at(-1) ?? ''
    return exampleOf(
      published.components[component] ?? {},
      published,
      name,
      toldOf(component, published.named),
    )
  }
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  const given = told[name]
  if (first && given == null && takesNull(schema)) return null
  if (first) return exampleOf(first, published, name, told)
  const types: (string | undefined)[] = [schema.type].flat()
  if (types.includes(Number.isInteger(given) ? 'integer' : typeof given)) return given
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  switch (types.at(-1)) {
    case 'object':
      return objectOf(schema, published, told)
    case 'array':
      return schema.items ? [exampleOf(schema.items as JsonSchema, published, name, told)] : []
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

function objectOf(schema: JsonSchema, published: Published, told: Told): Told {
  const { properties = {}, additionalProperties } = schema
  const entries = Object.entries(properties as Record<string, JsonSchema>)
  if (entries.length === 0 && typeof additionalProperties === 'object')
    return { name: exampleOf(additionalProperties as JsonSchema, published) }
  return Object.fromEntries(
    entries
      // What is told only now and then, such as warnings, would say that it is told always.
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, property]) => [name, exampleOf(property, published, name, told)]),
  )
}

function takesNull({ anyOf = [] }: JsonSchema): boolean {
  return (anyOf as JsonSchema[]).some(({ type }) => type === 'null')
}

function toldOf(component: string, named: Published['named']): Told {
  const creates = named[`New${component.replace(/Detail$/, '')}`]
  const [example] = ((creates && z.globalRegistry.get(creates)?.examples) ?? []) as Told[]
  return example ?? {}
}
