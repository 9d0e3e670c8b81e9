import type { FastifyRequest } from 'fastify'
import { AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { identityFields } from '../../src/portfolio/app/store-identity.ts'
import { type KindName, kinds, routedKinds, routePath } from '../../src/portfolio/kinds.ts'
import { operations, operationsOn } from '../../src/portfolio/operations.ts'
import { findNearestSlugs } from '../../src/portfolio/place/slug-list.ts'
import type { OperationName } from '../../src/portfolio/records.ts'
import { toFault } from '../../src/record/database-fault.ts'
import { Fault, type FieldErrors } from '../../src/record/fault.ts'
import { shortName } from '../../src/record/validation/error-list.ts'
import { invalidSelection, takenValue } from '../../src/record/validation/messages.ts'
import { capitalize, inWords } from '../openapi/labels.ts'
import { pathOf } from '../request/request-target.ts'
import type { Server } from '../server/server.ts'

/**
 * Adds `next` to the errors of the portfolio API that say too little alone: which record or route is missing, which slugs
 * are nearest to an unknown one, which app has a store identity, and what to do with a record that cannot be changed.
 */
export function explainErrors(app: Server): void {
  app.setErrorHandler(async (error, request) => {
    const fault = toFault(error)
    // Thrown again, so that the error handler of all areas answers it.
    if (!(fault instanceof Fault) || fault.details.next !== undefined) throw error
    const next = await nextOf(fault, request)
    if (next === undefined) throw error
    const message = fault.message === fault.code ? undefined : fault.message
    throw new Fault(fault.code, message, fault.errors, { ...fault.details, next })
  })
}

async function nextOf({ code, errors = {} }: Fault, request: FastifyRequest): Promise<string | undefined> {
  if (code === 'validation_failed')
    return (await nearestInBody(request, errors)) ?? (await takenInBody(request, errors))
  if (code === 'method_not_allowed') return insteadOfChanging(request)
  if (code === 'not_found') return request.is404 ? noRoute(request) : missingRecord(request)
  return undefined
}

const prefix = '/api/portfolio'
const quoted = (text: string) => `"${shortName(text)}"`

/** Returns the kind of record and the id or slug in the path of a request. */
function namedIn(request: FastifyRequest) {
  const [collection = '', key = ''] = pathOf(request.url)
    .slice(prefix.length + 1)
    .split('/')
  return { collection, key, kind: routedKinds.find((kind) => routePath(kind) === collection) }
}

function noRoute(request: FastifyRequest): string {
  const collections = routedKinds.map(routePath).join(', ')
  const path = `${request.method} ${shortName(pathOf(request.url))}`
  return `There is no route ${path}. Records are under ${prefix} in ${collections} and proposals; GET ${prefix}/write-api lists the writes.`
}

async function missingRecord(request: FastifyRequest): Promise<string> {
  const { collection, key: encoded, kind } = namedIn(request)
  const key = decodeURIComponent(encoded)
  const noun = kind ? inWords(kind) : collection.replace(/s$/, '')
  const all = `GET ${prefix}/${collection} lists them.`
  if (/^\d+$/.test(key)) return `There is no ${noun} ${shortName(key)}. ${all}`
  const missing = `There is no ${noun} ${quoted(key)}`
  if (kind !== 'product' && kind !== 'app') return `${missing}: the path has its id, a number. ${all}`
  return `${missing}. ${await nearest(request, kind, key)}${all}`
}

async function nearest(request: FastifyRequest, kind: 'product' | 'app', text: string): Promise<string> {
  if (!request.mayReadResult) return ''
  const slugs = await findNearestSlugs(request.server.read, kind, text)
  return slugs.length > 0 ? `Nearest: ${slugs.join(', ')}. ` : `No ${kind} exists yet. `
}

function insteadOfChanging(request: FastifyRequest): string | undefined {
  const { collection, key, kind } = namedIn(request)
  if (!kind || !key || !['PATCH', 'PUT'].includes(request.method)) return undefined
  const { change, retract } = operationsOn(kind)
  if (change || !retract) return undefined
  return `${capitalize(inWords(kinds[kind].table))} cannot be changed. Retract the mistaken one by POST ${prefix}/${collection}/${shortName(key)}/retract with a reason, and record a new one, with the id of the old one in a text and not in evidence.`
}

const maxExplained = 3

// A batch has its bodies under `operations.N.body`, and names its records by `operations.N.key`.
async function nearestInBody(request: FastifyRequest, errors: FieldErrors): Promise<string | undefined> {
  const valueAt = valuesOf(request)
  const kindAt = (path: string[]): KindName | undefined => {
    const name = path.at(-1)
    if (name !== 'key') return (['product', 'app'] as const).find((kind) => name === `${kind}_slug`)
    return operations[valueAt([...path.slice(0, -1), 'operation']) as OperationName]?.kind
  }
  const sentences = new Set<string>()
  for (const [field, [message]] of Object.entries(errors)) {
    const path = field.split('.')
    const kind = kindAt(path)
    const sent = valueAt(path)
    if (kind === undefined || sentences.size === maxExplained) continue
    if (String(message) !== String(invalidSelection(field))) continue
    if (kind === 'product' || kind === 'app')
      sentences.add(
        `There is no ${kind} ${quoted(String(sent))}. ${await nearest(request, kind, String(sent))}`.trim(),
      )
    else sentences.add(`There is no ${inWords(kind)} ${shortName(String(sent))}.`)
  }
  return sentences.size > 0 ? [...sentences].join(' ') : undefined
}

/** Returns the function that finds a value of the body by its path. */
function valuesOf({ receivedBody }: FastifyRequest) {
  return (path: string[]) =>
    path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      receivedBody,
    )
}

const identityNames: readonly string[] = Object.values(identityFields)

// An app is identified on its platform, which a change need not send.
async function takenInBody(request: FastifyRequest, errors: FieldErrors): Promise<string | undefined> {
  if (!request.mayReadResult) return undefined
  const valueAt = valuesOf(request)
  const sentences = new Set<string>()
  for (const [field, [message]] of Object.entries(errors)) {
    const path = field.split('.')
    const name = path.at(-1) ?? ''
    if (!identityNames.includes(name) || String(message) !== String(takenValue(field))) continue
    if (sentences.size === maxExplained) break
    const platform = valueAt([...path.slice(0, -1), 'platform'])
    const query = AppQuery.parse({ [name]: valueAt(path), platform, limit: maxExplained })
    const { rows } = await listApps(request.server.read, query)
    for (const app of rows)
      sentences.add(`The ${name} is that of the app ${app.slug}: ${quoted(app.name)}, ${app.platform}.`)
  }
  return sentences.size > 0 ? [...sentences].join(' ') : undefined
}
