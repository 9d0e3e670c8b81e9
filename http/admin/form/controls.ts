import { z } from 'zod'
import { type Language, localeOf } from '../../../src/language/languages.ts'
import { inEach, Phrase, phrase } from '../../../src/language/phrase.ts'
import { translate } from '../../../src/language/translate.ts'
import type { Message } from '../../../src/record/fault.ts'
import { defaults } from '../../../src/record/field.ts'
import { descriptionOf, ownLabelOf } from '../../../src/record/rules/description.ts'
import { enumerationOf, isOldName, labelOf, meaningOf } from '../../../src/record/rules/enumeration.ts'
import { innerRule } from '../../../src/record/rules/rule.ts'
import { inSentence, labelOfField } from '../html/words.ts'
import { collectionOf } from '../record/field-traits.ts'

/** One option of a choice. */
/** `group` is the heading that it stands below, beside the others of the same group. */
type Option = { value: string; label: Message; meaning?: Message | undefined; group?: Message }

/** A control of a form or a filter, derived from the schema of its field. */
export type Control = {
  name: string
  label: Message
  kind:
    | 'text'
    | 'long'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'choice'
    | 'choices'
    | 'records'
    | 'date'
    | 'email'
    | 'url'
    | 'password'
    | 'reference'
    | 'person'
    | 'agent'
  required: boolean
  help?: Message | undefined
  options?: Option[]
  autocomplete?: string
  /** Whether the browser must not keep what was typed. It never keeps passwords. */
  isSecret?: boolean
  /** The collection that a reference is searched in. */
  collection?: string | undefined
  /** Whether an @ in a long text suggests users. */
  mentions?: true
  /** The types of the records that a list may contain. */
  types?: string[]
  /** The value of a new record that does not set the field. */
  default?: unknown
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const titleNames = ['title', 'name']
const longTextLength = 255
const maxDatabaseInteger = 2_147_483_647
// The names of fields that contain an id or a slug. Any other field that `collectionOf` knows, such as `owner`, may
// contain text.
const referenceName = /_(id|slug)$|^binds_/
// The names of fields with the name of a person, who may be a user.
const personNames = ['owner', 'assignee', 'successor']
// The names of fields with an agent, as the id of its token.
const agentNames = ['delegate_token_id', 'delegate']

// Controls are derived once for each schema.
const controls = new WeakMap<z.ZodObject, Control[]>()

/** Returns the controls of a schema, in its order. Fields that no single control can express are left out. */
export function controlsOf(schema: z.ZodObject): Control[] {
  const known = controls.get(schema) ?? deriveControls(schema)
  controls.set(schema, known)
  return known
}

/**
 * Returns the controls of a form, the title first. A reference has one control: the slug, or the id where there is no
 * slug.
 */
export function formControls(body: z.ZodObject): Control[] {
  const controls = controlsOf(body)
  const names = new Set(controls.map(({ name }) => name))
  return controls
    .filter(({ name }) => !(name.endsWith('_id') && names.has(name.replace(/_id$/, '_slug'))))
    .sort((one, other) => Number(titleNames.includes(other.name)) - Number(titleNames.includes(one.name)))
}

function deriveControls(schema: z.ZodObject): Control[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const { properties = {}, required = [] } = json
  const references = alternatives(json)
  return Object.entries(properties).flatMap(([name, property]) => {
    const rule = schema.shape[name] as z.ZodType
    const control = controlOf(name, property as JsonSchema, rule)
    if (!control) return []
    const isOnly = references.length === 1 && name === references[0]
    const help = references.length > 1 && name === references[0] ? new OneRequired(references) : control.help
    return [{ ...control, help, required: isOnly || required.includes(name), default: defaultOf(rule) }]
  })
}

// Returns the controls of which at least one is required. A reference with a slug has no control for its id.
function alternatives({ anyOf = [] }: JsonSchema): string[] {
  const names = (anyOf as JsonSchema[]).flatMap(({ required = [] }) => required)
  return names.filter((name) => !names.includes(name.replace(/_id$/, '_slug')) || name.endsWith('_slug'))
}

/** Says of which fields at least one is required, by their labels. */
class OneRequired extends Phrase {
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    super()
    this.#names = names
  }

  // The format is made here, because the first one of a process takes 40 ms, which would delay the start of the server.
  in(language: Language): string {
    const labels = this.#names.map((name) => {
      const label = labelOfField(name)
      return inSentence(label instanceof Phrase ? label.in(language) : label)
    })
    const disjunction = new Intl.ListFormat(localeOf(language), { type: 'disjunction' })
    return translate(language, 'value.oneRequired', { fields: disjunction.format(labels) })
  }
}

function controlOf(
  name: string,
  property: JsonSchema,
  rule: z.ZodType,
): Omit<Control, 'required'> | undefined {
  const types = (property.anyOf as JsonSchema[] | undefined) ?? [property]
  const own = types.find(({ type }) => type !== 'null') ?? property
  const english = own.description ?? property.description
  const description = english === undefined ? undefined : (descriptionOf(rule, english) ?? english)
  const base = { name, label: ownLabelOf(rule) ?? labelOfField(name), help: description }
  const collection = referenceName.test(name) ? collectionOf(name) : undefined
  if (collection) return { ...base, kind: 'reference', collection }
  if (agentNames.includes(name)) return { ...base, kind: 'agent' }
  if (own.enum)
    return { ...base, kind: 'choice', help: undefined, options: optionsOf(own.enum as string[], rule) }
  if (own.type === 'boolean') return { ...base, kind: 'boolean' }
  if (own.type === 'integer' || own.type === 'number')
    return { ...base, kind: own.type, help: rangeOf(own) ?? description }
  const { items } = own as { items?: JsonSchema }
  if (own.type === 'array' && items?.enum)
    return { ...base, kind: 'choices', options: optionsOf(items.enum as string[], rule) }
  if (own.type === 'array' && items?.properties?.type && items.properties.id)
    return {
      ...base,
      kind: 'records',
      help: phrase('value.typeRecords', { description: description ?? '' }),
      types: ((items.properties.type as JsonSchema).enum ?? []) as string[],
    }
  if (own.type !== 'string') return undefined
  if (own.format === 'date') return { ...base, kind: 'date' }
  if (own.format === 'email') return { ...base, kind: 'email' }
  if (own.format === 'iri' || own.format === 'uri') return { ...base, kind: 'url' }
  if (property.format === 'password') return { ...base, kind: 'password', autocomplete: 'new-password' }
  if (personNames.includes(name)) return { ...base, kind: 'person' }
  const { maxLength = 0 } = own
  return maxLength > longTextLength
    ? { ...base, kind: 'long', help: description ?? phrase('value.atMostCharacters', { maximum: maxLength }) }
    : { ...base, kind: 'text' }
}

// An old name of a value is accepted, but not offered.
function optionsOf(values: string[], rule: z.ZodType): Option[] {
  const enumeration = enumerationOf(rule)
  // Such as an error code, which the lists show as it is.
  if (!enumeration) return values.map((value) => ({ value, label: value }))
  return values
    .filter((value) => !isOldName(enumeration, value))
    .map((value) => {
      const label = labelOf(enumeration, value) ?? value
      const meaning = withoutAlias(meaningOf(enumeration, value))
      // The meaning of `finance` is only its label.
      const isName = String(meaning).toLowerCase() === String(label).toLowerCase()
      return { value, label, meaning: isName ? undefined : meaning }
    })
}

// Aliases are for clients that type the value, not for a list of choices.
function withoutAlias(meaning: Phrase | undefined): Phrase | undefined {
  return meaning && inEach({ en: meaning.in('en').replace(/ \(alias: [^()]*\)$/, ''), ru: meaning.in('ru') })
}

function defaultOf(rule: z.ZodType): unknown {
  const inner = innerRule(rule)
  return defaults.get(rule)?.value ?? (inner && defaultOf(inner))
}

function rangeOf({ minimum, maximum }: JsonSchema): Phrase | undefined {
  const bounded = maximum !== undefined && maximum < maxDatabaseInteger
  return minimum !== undefined && bounded ? phrase('value.fromTo', { minimum, maximum }) : undefined
}
