import { z } from 'zod'
import { defaults } from '../../src/record/field.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Converts Zod schemas to JSON Schema. A named schema is stored once in `components` and referenced from there. */
export type Publisher = {
  components: Record<string, JsonSchema>
  /** The Zod schemas that have a component name, by that name. */
  named: Record<string, z.ZodType>
  /**
   * Returns the JSON Schema of a request (`input`) or a response (`output`), with its defaults if `withDefaults` is
   * set.
   */
  publish: (schema: z.ZodType, io: 'input' | 'output', withDefaults?: boolean) => JsonSchema
}

/** Creates a publisher. `named` are the schemas that become components. */
export function publisher(named: Publisher['named']): Publisher {
  const metadata = new ComponentNames(named)
  const components: Record<string, JsonSchema> = {}
  return {
    components,
    named,
    publish(schema, io, withDefaults = false) {
      const override = withDefaults ? addDefault : adjust
      const jsonSchema = z.toJSONSchema(schema, { io, metadata, override })
      const { $schema, '~standard': _, $defs = {}, ...published } = withComponentRefs(jsonSchema)
      for (const [name, definition] of Object.entries($defs)) {
        const known = components[name]
        if (known && JSON.stringify(known) !== JSON.stringify(definition))
          throw new Error(
            `The schema "${name}" differs between requests and responses. Name them separately.`,
          )
        components[name] = definition
      }
      return published
    },
  }
}

// An `id` on the schemas themselves would put `$ref` into the MCP tools, which use the same schemas.
class ComponentNames extends z.core.$ZodRegistry<z.core.GlobalMeta> {
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

type Override = { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }

// Only for requests that create: a client that filled in the defaults of a PATCH would reset the omitted fields.
function addDefault(override: Override): void {
  adjust(override)
  const columnDefault = defaults.get(override.zodSchema)
  if (columnDefault) override.jsonSchema.default = columnDefault.value as NonNullable<JsonSchema['default']>
}

function adjust({ zodSchema, jsonSchema }: Override): void {
  // Zod omits defaults and examples of schemas with a transform. Ours are valid before and after it.
  if (zodSchema instanceof z.ZodDefault)
    jsonSchema.default = zodSchema.def.defaultValue as JsonSchema['default']
  const examples = z.globalRegistry.get(zodSchema)?.examples
  if (examples) jsonSchema.examples = examples as NonNullable<JsonSchema['examples']>
  // Zod's limits of a safe integer are not limits of the field.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern
}

function withComponentRefs<S extends JsonSchema>(schema: S): S {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
