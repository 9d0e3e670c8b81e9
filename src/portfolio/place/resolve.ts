import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Read, readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { fieldPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import { type Fault, invalid, type Message } from '../../record/fault.ts'
import { invalidBecause, invalidSelection, requiredField } from '../../record/validation/messages.ts'
import { oldNameWarning, type Warning } from '../../record/warning.ts'
import { invalidDelegates } from '../delegation/delegate.ts'
import { canonicalDirections } from '../direction/direction.ts'
import { type FoundRecord, find } from './find.ts'
import { listDirectionSlugs, nearestSlugs } from './slug-list.ts'

const kinds = ['product', 'direction', 'app', 'product_decision'] as const
type Kind = (typeof kinds)[number]
type SluggedKind = Exclude<Kind, 'product_decision'>

/**
 * References of a body to other records: its place by slug, by id or by both; a decision, evidence and blockers by id.
 */
export type References = Links & { [kind in SluggedKind as `${kind}_slug`]?: string | null | undefined } & {
  [kind in Kind as `${kind}_id`]?: number | null | undefined
}

/** The referenced records: null if the reference was null, undefined if it was not sent. */
export type Resolved = { [kind in Kind]: FoundRecord | null | undefined } & { warnings: Warning[] }

/** Finds the records that a body references. Throws one fault that names every reference to a missing record. */
export async function resolve(em: EntityManager, references: References): Promise<Resolved> {
  const read = readInTransaction(em)
  const errors: Record<string, Message> = {}
  const resolved: Resolved = {
    product: undefined,
    direction: undefined,
    app: undefined,
    product_decision: undefined,
    warnings: [],
  }
  for (const kind of kinds) {
    const slug = kind === 'product_decision' ? undefined : references[`${kind}_slug`]
    const id = references[`${kind}_id`]
    if (slug === undefined && id === undefined) continue
    resolved[kind] = null
    if (slug == null && id == null) continue
    // A null beside a value is ignored: answers show the direction of a product by its slug, with a null id.
    const rows = await read<FoundRecord>(find[kind]({ slug: slug ?? undefined, id: id ?? undefined }))
    const [bySlug, byId] = [rows.find((row) => row.named === slug), rows.find((row) => row.id === id)]
    if (slug != null && !bySlug) errors[`${kind}_slug`] = await unknownSlug(read, kind, slug)
    if (id != null && (!byId || (bySlug && bySlug.id !== id)))
      errors[`${kind}_id`] = invalidSelection(`${kind}_id`)
    resolved[kind] = bySlug ?? byId ?? null
    if (slug && bySlug?.slug && bySlug.slug !== slug)
      resolved.warnings.push(oldNameWarning(`${kind}_slug`, slug, bySlug.slug))
  }
  const linked = await checkLinks(read, references)
  Object.assign(errors, linked.errors, await invalidDelegates(read, references))
  resolved.warnings.push(...linked.warnings)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return resolved
}

/** Returns the fault of a reference that contradicts another one, on the key that was sent. */
export function contradiction(references: References, kind: SluggedKind, why: Phrase): Fault {
  const key = references[`${kind}_slug`] == null ? `${kind}_id` : `${kind}_slug`
  return invalid({ [key]: invalidBecause(key, why) })
}

/** Returns the referenced record, or throws `The {field} field is required.` */
export function requireReference(found: FoundRecord | null | undefined, field: string): FoundRecord {
  if (!found) throw invalid({ [field]: requiredField(field) })
  return found
}

// There are few directions and their slugs cannot be guessed, so the message lists them.
async function unknownSlug(read: Read, kind: Kind, slug: string): Promise<Message> {
  if (kind !== 'direction') return invalidSelection(`${kind}_slug`)
  const stored = await listDirectionSlugs(read)
  const slugs = stored.map((direction) => direction.slug)
  if (!canonicalDirections.includes(slug) || stored.length === 0)
    return invalidSelection('direction_slug', slugs)
  const nearest = nearestSlugs(slug, stored).join(', ')
  return fieldPhrase('validation.directionNotStored', { allowed: slugs.join(', '), slug, nearest }).about(
    'direction_slug',
  )
}

type RecordId = { type: string; id: number }

/** The fields of a body that name records besides its place, or an agent. A decision has tasks with such fields. */
type Links = {
  evidence?: readonly RecordId[] | undefined
  blocked_by?: number | string | null | undefined
  delegate_token_id?: number | null | undefined
  tasks?: readonly Links[] | undefined
}

/** Returns the error of each field that names a record which does not exist, and a warning of each retracted record. */
async function checkLinks(
  read: Read,
  links: Links,
): Promise<{ errors: Record<string, Message>; warnings: Warning[] }> {
  const errors: Record<string, Message> = {}
  const warnings: Warning[] = []
  const named = namedRecords(links)
  if (named.length === 0) return { errors, warnings }
  const rows = await read(
    selectUnusable({ types: named.map(({ type }) => type), ids: named.map(({ id }) => id) }),
  )
  for (const { position, is_retracted } of rows) {
    const { type, id, field } = named[position - 1] as NamedRecord
    if (is_retracted)
      warnings.push({
        field: field.replace(/\.id$/, ''),
        message: phrase('warning.recordIsRetracted', { type, id }),
      })
    else errors[field] = invalidBecause(field, phrase('reference.noRecord', { type, id }))
  }
  return { errors, warnings }
}

type NamedRecord = RecordId & { field: string }

function namedRecords({ evidence = [], blocked_by, tasks = [] }: Links, path = ''): NamedRecord[] {
  return [
    ...evidence.map((item, index) => ({ ...item, field: `${path}evidence.${index}.id` })),
    ...(typeof blocked_by === 'number' ? [{ type: 'task', id: blocked_by, field: `${path}blocked_by` }] : []),
    ...tasks.flatMap((task, index) => namedRecords(task, `${path}tasks.${index}.`)),
  ]
}

const selectUnusable = statement(
  'places.unusable_records',
  { types: ['signal'], ids: [1] },
  () => sql<{ position: number; is_retracted: boolean }>`
      select position, is_retracted(type, id)
      from unnest(${param('types')}::text[], ${param('ids')}::bigint[]) with ordinality as named (type, id, position)
      where is_retracted(type, id) or not case type
        when 'signal' then exists (select from signals where signals.id = named.id)
        when 'insight' then exists (select from insights where insights.id = named.id)
        when 'economics' then exists (select from economics where economics.id = named.id)
        when 'decision' then exists (select from decisions where decisions.id = named.id)
        when 'task' then exists (select from tasks where tasks.id = named.id)
      end`,
)

/** The place of a record in the portfolio. The product follows from the app, and the direction from the product. */
export type Place = { product_id: number | null; direction_id: number | null; app_id: number | null }

/** Splits a body into the fields that name its place, and all others. */
export function splitPlace<T extends References>({
  product_slug,
  product_id,
  direction_slug,
  direction_id,
  app_slug,
  app_id,
  ...values
}: T) {
  return { place: { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }, values }
}

/**
 * Returns the place that a body names. Throws if the product is not in the direction, or the app not of the product.
 */
export async function locate(
  em: EntityManager,
  references: References,
): Promise<Resolved & { place: Place }> {
  const resolved = await resolve(em, references)
  return { ...resolved, place: placeOf(references, resolved) }
}

type Found = Pick<FoundRecord, 'id' | 'product_id' | 'direction_id'> | null | undefined

/** Returns the place that found records name. Throws if they contradict each other. */
export function placeOf(
  references: References,
  { product, direction, app }: { product: Found; direction: Found; app?: Found },
): Place {
  if (app?.product_id && product && app.product_id !== product.id)
    throw contradiction(references, 'product', phrase('reference.appOfOtherProduct'))
  if (app?.direction_id && product && app.direction_id !== product.direction_id)
    throw contradiction(references, 'product', phrase('reference.appInOtherDirection'))
  const given = product ?? app
  if (given?.direction_id && direction && given.direction_id !== direction.id)
    throw contradiction(
      references,
      'direction',
      phrase(product ? 'reference.productInOtherDirection' : 'reference.appInOtherDirection'),
    )
  const product_id = product?.id ?? app?.product_id ?? null
  const direction_id = product_id ? null : (direction?.id ?? app?.direction_id ?? null)
  return { product_id, direction_id, app_id: app?.id ?? null }
}
