import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { type Actor, zoneOf } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import { verdictOf } from '../../journal/verdict.ts'
import { toFault } from '../../record/database-fault.ts'
import { requireTag } from '../../record/etag.ts'
import { Fault } from '../../record/fault.ts'
import { ErrorList } from '../../record/validation/error-list.ts'
import { duplicateValue, invalidSelection } from '../../record/validation/messages.ts'
import { validReferences } from '../../record/validation/valid-references.ts'
import { validateInto } from '../../record/validation/validate.ts'
import type { Warning, Written } from '../../record/warning.ts'
import type { RoutedKind } from '../kinds.ts'
import {
  nameOfKey,
  namesRecord,
  type OperationInput,
  runOperation,
  unconditional,
  type WrittenRow,
} from '../operation.ts'
import { operations } from '../operations.ts'
import { resolve } from '../place/resolve.ts'
import { type OperationName, recordEtag, showRecord } from '../records.ts'
import { type Batch, BatchOperation, operationSchema } from './operation.ts'
import { Refs } from './refs.ts'
import { UnstoredRecords } from './unstored.ts'

/** What a single write returns: its record, and what stands beside it. */
type Answer = Written<WrittenRow>
export type OperationResult = Answer & {
  operation: OperationName
  kind: RoutedKind
  status: 200 | 201
  ref: string | null
}

/**
 * Runs operations in their order, each by the function of the single write. If it throws, the transaction must be
 * rolled back.
 *
 * @throws Fault that names the invalid fields of all operations; or else the first conflict
 */
export async function runBatch(em: EntityManager, actor: Actor, { operations }: Batch) {
  // Concurrent batches that write the same records in different orders would deadlock.
  await lock(em, 'portfolio.batch')
  const batch = new BatchRun(em, actor)
  const results: (OperationResult | undefined)[] = []
  for (const [index, input] of operations.entries())
    results.push(await batch.run(input, ['operations', String(index)]))
  batch.throwFaults()
  return { results: results.filter((result) => result !== undefined) }
}

const { operation, key, body, ref, if_match } = BatchOperation.shape
// The valid parts of an operation, so that an invalid one does not hide the errors of the others.
const Parts = z.object({
  operation: operation.optional().catch(undefined),
  key: key.catch(undefined),
  body: body.optional().catch(undefined),
  ref: ref.catch(undefined),
  if_match: if_match.catch(undefined),
})
type Parts = z.output<typeof Parts>

class BatchRun {
  readonly #em: EntityManager
  readonly #actor: Actor
  readonly #errors = new ErrorList()
  readonly #refs = new Refs(this.#errors)
  readonly #unstored = new UnstoredRecords()
  #conflict: Fault | undefined

  constructor(em: EntityManager, actor: Actor) {
    this.#em = em
    this.#actor = actor
  }

  /** Runs one operation. Returns undefined if it is invalid, or names the record of one that is. */
  async run(input: unknown, path: string[]): Promise<OperationResult | undefined> {
    const before = this.#faults
    const parts = Parts.safeParse(input).data ?? Parts.parse({})
    const { operation, ref } = parts
    validateInto(this.#errors, operation ? operationSchema(operation) : BatchOperation, input, path)
    const values = operation && (await this.#validate(operation, parts, path))
    if (ref !== undefined && this.#refs.has(ref))
      this.#errors.add([...path, 'ref'].join('.'), duplicateValue())
    const isValid = values !== undefined && this.#faults === before
    const written = isValid ? await this.#attempt(operation as OperationName, values, path) : undefined
    if (ref !== undefined && !this.#refs.has(ref)) this.#refs.set(ref, namedBy(operation, written?.answer))
    if (!operation || !written) return undefined
    const { answer, ofRules } = written
    const single = operations[operation]
    const status = namesRecord(single) ? 200 : 201
    const ofBody = (answer.warnings ?? []).map((warning) => within([...path, 'body'], warning))
    const warnings = [...ofBody, ...ofRules]
    const { kind } = single
    this.#unstored.add({ kind, status, ref: ref ?? null, record: answer.record }, Number(path.at(-1)))
    return {
      operation,
      kind,
      status,
      ref: ref ?? null,
      ...answer,
      ...((answer.warnings || ofRules.length > 0) && { warnings }),
    }
  }

  throwFaults(): void {
    if (this.#errors.count > 0)
      throw new Fault('validation_failed', 'Validation failed.', this.#errors.toObject())
    if (this.#conflict) throw this.#conflict
  }

  get #faults(): number {
    return this.#errors.count + this.#refs.unresolved
  }

  // Returns what the operation runs with, and undefined if it has no body.
  async #validate(
    operation: OperationName,
    { key, body, if_match }: Parts,
    path: string[],
  ): Promise<OperationInput | undefined> {
    if (!body) return undefined
    const { unresolved } = this.#refs
    const at = [...path, 'body']
    const schema: z.ZodObject = operations[operation].body
    const name = key === undefined ? undefined : this.#nameOf(operation, key, path)
    const sent = this.#refs.replaceAll(body, at)
    const input = validateInto(this.#errors, schema, sent, at)
    // For a valid body the function of the operation checks the references.
    if (!input && this.#refs.unresolved === unresolved)
      await this.#catchErrors(at, () => resolve(this.#em, validReferences(schema.shape, sent)))
    return { name, input, precondition: this.#precondition(operation, name, if_match) }
  }

  // What is approved was compared when it was proposed. Then its fields are.
  #precondition(operation: OperationName, name: OperationInput['name'], tag: string | undefined) {
    const { kind } = operations[operation]
    if (tag === undefined || name === undefined || this.#actor.approved_by) return unconditional
    return async () => {
      const record = await showRecord(
        readInTransaction(this.#em),
        kind,
        typeof name === 'number' ? { id: name } : name,
        zoneOf(this.#actor),
      )
      const isChanged = verdictOf(this.#em).saved.some(
        ({ record_type, record_id }) => record_type === kind && record_id === record.id,
      )
      requireTag(tag, recordEtag(kind, record), isChanged ? { next: afterEarlier } : undefined)
    }
  }

  #nameOf(operation: OperationName, key: string, path: string[]): OperationInput['name'] {
    const at = [...path, 'key']
    const { kind } = operations[operation]
    const name = nameOfKey(kind, String(this.#refs.replace(key, { kind, column: 'id' }, at)))
    if (name === undefined) this.#errors.add(at.join('.'), invalidSelection())
    return name
  }

  async #attempt(
    operation: OperationName,
    input: OperationInput,
    path: string[],
  ): Promise<{ answer: Answer; ofRules: Warning[] } | undefined> {
    const { warnings } = verdictOf(this.#em)
    const earlier = warnings.length
    try {
      const answer = await this.#catchErrors([...path, 'body'], () =>
        runInSavepoint(this.#em, (part) => runOperation(part, this.#actor, operations[operation], input)),
      )
      const ofRules = warnings.splice(earlier).map((warning) => within(path, warning))
      warnings.push(...ofRules)
      return answer && { answer, ofRules }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { code, message, details } = error
      // The record of an earlier operation is not stored.
      const { existing_id, ...others } = details
      const earlier = this.#unstored.find(operations[operation].kind, existing_id)
      const conflict = earlier ? `${message} It is that of ${earlier.operation}.` : message
      if (code === 'not_found') this.#errors.add([...path, 'key'].join('.'), invalidSelection())
      else if (code === 'conflict' || code === 'canon_guard')
        this.#conflict ??= new Fault(
          code,
          conflict,
          { [path.join('.')]: [conflict] },
          earlier ? others : details,
        )
      else if (code === 'precondition_failed')
        this.#conflict ??= new Fault(
          code,
          undefined,
          { [[...path, 'if_match'].join('.')]: [details.current_etag ? otherTag : changedEarlier] },
          details,
        )
      else throw error
      return undefined
    }
  }

  async #catchErrors<T>(path: string[], callback: () => Promise<T>): Promise<T | undefined> {
    try {
      return await callback()
    } catch (error) {
      const fault = toFault(error)
      if (!(fault instanceof Fault) || fault.code !== 'validation_failed') throw error
      this.#errors.addErrors(fault.errors ?? {}, path)
      return undefined
    }
  }
}

const changedEarlier = 'An earlier operation of the batch changes the record.'
const afterEarlier = `${changedEarlier} Send if_match with the first change of a record only.`
const otherTag = 'The record has changed since. Its etag is current_etag.'

/** Returns a warning whose field is named from the body of the batch: `operations.2.body.due_at`. */
function within<W extends Warning>(path: string[], warning: W): W {
  return { ...warning, field: [...path, warning.field].join('.') }
}

function namedBy(operation: OperationName | undefined, answer: Answer | undefined) {
  return { kind: operation && operations[operation].kind, record: answer?.record ?? null }
}
