import { z } from 'zod'
import { defaults } from '../../src/record/field.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Publishes Zod schemas as JSON Schema; what has a name stands once, in `components`, and is referred to. */
export type Publisher = {
  components: Record<string, JsonSchema>
  /** The schemas that have a name of their own, by name. */
  named: Record<string, z.ZodType>
  /** `creates`: whether what is left out gets its default. */
  publish: (schema: z.ZodType, io: 'input' | 'output', creates?: boolean) => JsonSchema
}

export function publisher(named: Publisher['named']): Publisher {
  const metadata = new Names(named)
  const components: Record<string, JsonSchema> = {}
  return {
    components,
    named,
    publish(schema, io, creates = false) {
      const published = z.toJSONSchema(schema, { io, metadata, override: creates ? withDefault : override })
      const { $schema, '~standard': _, $defs = {}, ...own } = relocated(published)
      for (const [name, definition] of Object.entries($defs)) {
        const known = components[name]
        if (known && JSON.stringify(known) !== JSON.stringify(definition))
          throw new Error(`The schema "${name}" is one thing in a request and another in an answer`)
        components[name] = definition
      }
      return own
    },
  }
}

// The names stand here and not on the schemas, since other surfaces publish the same schemas whole.
class Names extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #names: Map<z.core.$ZodType, string>

  constructor(named: Record<string, z.ZodType>) {
    super()
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
  }

  override get<S extends z.core.$ZodType>(schema: S) {
    const meta = z.globalRegistry.get(schema)
    const id = this.#names.get(schema)
    return id ? { ...meta, id } : meta
  }
}

type Part = { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }

// Not of a change: a client that fills in defaults would reset what it does not mention.
function withDefault(part: Part): void {
  override(part)
  const known = defaults.get(part.zodSchema)
  if (known) part.jsonSchema.default = known.value as NonNullable<JsonSchema['default']>
}

function override({ zodSchema, jsonSchema }: Part): void {
  // Zod drops these where input is repaired first; ours are values that are right on both sides.
  if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue
  const examples = z.globalRegistry.get(zodSchema)?.examples
  if (examples) jsonSchema.examples = examples as NonNullable<JsonSchema['examples']>
  // The limits of a double say nothing about a number of ours.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern
}

function relocated<S extends JsonSchema>(schema: S): S {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
