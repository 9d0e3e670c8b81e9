import type { z } from 'zod'
import { en } from '../../../src/language/en/index.ts'
import { Phrase, phrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import { ownLabelOf } from '../../../src/record/rules/description.ts'
import { pageLanguage, told } from './text.ts'

// The labels of names that would be unclear or misspelled as words. A Map, because a name may be `constructor`.
const labels = new Map(
  Object.entries({
    q: 'Contains',
    query: 'Contains',
    search: 'Contains',
    is_favorite: 'Favourite',
    is_active: 'Switched on',
    id: 'ID',
    duration_ms: 'Duration, ms',
    display: 'Secret',
    surface: 'Interface',
    competitor_name: 'Competitor',
    review_at: 'Review on',
    due_at: 'Due on',
    ip: 'IP address',
    restart_count: 'Restarts',
    ratings_count: 'Number of ratings',
    store_url: 'Store URL',
    url: 'URL',
    repo_url: 'Repository',
    bundle_id: 'Bundle ID',
    package_id: 'Package ID',
    external_id: 'External ID',
    native_id: 'Native ID',
    roi_summary: 'ROI summary',
    portfolio_status: 'Status',
    economics_status: 'Status',
    implementation_status: 'Implementation',
    product_binding_status: 'Binding',
    product_focus: 'Focus',
    health_state: 'Health',
    confidence_level: 'Confidence',
    impact_level: 'Impact',
    source_layer: 'Source',
    signal_type: 'Type',
    decision_type: 'Type',
    rule_type: 'Type',
    product_decision_id: 'Decision',
    delegate_token_id: 'Delegate',
    ios: 'iOS',
    rustore: 'RuStore',
    'wont-fix': 'Won’t fix',
    crm: 'CRM',
    api: 'API',
    appmetrica: 'AppMetrica',
    'app-store-connect': 'App Store Connect',
    'google-play': 'Google Play',
  }),
)

/**
 * Returns a field name or a value as words: "Store url" for `store_url`, "Updated" for `updated_at`, "In review" for
 * `in-review`.
 */
export function words(name: string): string {
  const label = labels.get(name)
  if (label) return label
  // A name such as `macOS` has its own spelling.
  if (/[A-Z]/.test(name)) return name
  const spaced = name.replace(/^is_|_(id|slug|count|at)$/g, '').replaceAll(/[_-]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Returns the label of a field. Of a field that the catalogs do not know, it is the name in English words. */
export function labelOfField(name: string): Message {
  return Object.hasOwn(en.field, name) ? phrase(`field.${name as keyof typeof en.field}`) : words(name)
}

/** Returns the label of a field in the language of the page. With the schema of its kind it is the word of that kind. */
export function fieldLabel(name: string, schema?: z.ZodObject): string {
  return told(ownLabelOf(schema?.shape[name] as z.ZodType | undefined) ?? labelOfField(name))
}

/** Returns a label as part of a sentence: "due on" for "Due on", but "URL" and "iOS" as they are. */
export function inSentence(label: Message): string {
  const text = told(label)
  return /^\p{L}+\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

// In Russian a label in a sentence is in quotation marks, so it is unchanged.
function fieldInMessage(label: Message): string {
  return pageLanguage() === 'en' ? inSentence(label) : told(label)
}

/** Returns what the core says in the language of the page, with the labels of the fields that it names. */
export function labelled(message: Message, labelOf: (name: string) => Message = fieldLabel): string {
  if (!(message instanceof Phrase)) return message
  return message.in(pageLanguage(), (name) => fieldInMessage(labelOf(name)))
}

/** Returns a count with its noun: "1 product", "1,204 products". */
export function counted(count: number, { singular, plural }: { singular: string; plural: string }): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
}
