import { z } from 'zod'
import { rule } from '../../record/rules/rule.ts'
import { storableString, textMatching, trim } from '../../record/rules/text.ts'
import { namesRecord } from '../operation.ts'
import { operationNames, operations } from '../operations.ts'
import type { OperationName } from '../records.ts'

const maxOperations = 50

/** How a body names the record of an earlier operation: `ref:` and the name that the operation got. */
export const refPrefix = 'ref:'

const key = rule(
  (value) => (typeof value === 'number' ? String(value) : trim(value)),
  storableString(255),
).describe('For a change: the id or slug in the path of the operation, or ref:NAME')

const fields = {
  operation: z.enum(operationNames),
  body: z.looseObject({}).describe('The body of the operation, as its own route takes it'),
  ref: textMatching(64, /^[\p{L}\p{N}_.-]+$/u)
    .describe(
      'A name of your own, by which the key or body of a later operation names this record: "ref:NAME" in place of its id or slug',
    )
    .optional(),
}
const ofChange = {
  key,
  if_match: rule(trim, storableString(255))
    .optional()
    .describe(
      'For a change: the etag of the record, as If-Match of its own route. 412 if it has changed since',
    ),
}
const NewRecordOperation = z.strictObject(fields)
const ChangeOperation = z.strictObject({ ...fields, ...ofChange })

/** One operation of a batch. */
export const BatchOperation = z.strictObject({ ...fields, ...ofChange, key: key.optional() })

const { $schema: _, ...publishedOperation } = z.toJSONSchema(BatchOperation, { io: 'input' })

/** Body with operations that are stored together or not at all. Each is validated when the batch is run. */
export const Batch = z
  .strictObject({
    operations: rule(
      trim,
      z
        .array(z.unknown().meta({ ...publishedOperation }))
        .min(1)
        .max(maxOperations),
    ),
  })
  .meta({
    examples: [
      {
        operations: [
          {
            operation: 'record_signal',
            ref: 'crashes',
            body: {
              product_slug: 'PRODUCT-SLUG',
              signal_type: 'problem',
              title: 'Crashes on Android 15 doubled within a week',
            },
          },
          {
            operation: 'create_task',
            body: {
              product_slug: 'PRODUCT-SLUG',
              title: 'Fix the camera',
              evidence: [{ type: 'signal', id: 'ref:crashes' }],
            },
          },
        ],
      },
    ],
  })
export type Batch = z.output<typeof Batch>

/** Returns the schema of an operation of this name: with a key if it changes a record. */
export function operationSchema(name: OperationName): typeof NewRecordOperation | typeof ChangeOperation {
  return namesRecord(operations[name]) ? ChangeOperation : NewRecordOperation
}
