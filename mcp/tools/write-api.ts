import { z } from 'zod'
import {
  conventions,
  describeWrite,
  listWrites,
  writeOperations,
} from '../../src/portfolio/write-api/guide.ts'
import { fullTextBytes } from '../size-limit.ts'
import { tool } from '../tool.ts'

const OperationLine = z.strictObject({
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
})
const AnyObject = z.record(z.string(), z.unknown())

export const writeApiTool = tool({
  name: 'describe_write_api',
  title: 'Describe write API',
  description:
    'How to write over HTTP; the tools are read-only. Without operation: all operations, one line each. With operation: method, path, headers, JSON schema of the body, meanings of values, an example and a curl command.',
  input: z.strictObject({ operation: z.enum(writeOperations).optional() }),
  output: z.strictObject({
    next: z.string().optional(),
    base_url: z.string(),
    headers: AnyObject,
    notes: z.array(z.string()).optional(),
    operations: z.array(OperationLine).optional(),
    ...OperationLine.partial().shape,
    description: z.string().optional(),
    body_schema: AnyObject.optional(),
    enumerations: AnyObject.optional(),
    example: AnyObject.optional(),
    curl: z.string().optional(),
  }),
  cacheable: false,
  async find({ reads, publicUrl }, { operation }) {
    if (!operation)
      return {
        server: { base_url: publicUrl(), ...conventions, operations: listWrites() },
        next: () => 'Call describe_write_api again with operation set to one of these for its details.',
      }
    const { readReplica } = await reads()
    const guide = await describeWrite(readReplica, operation, publicUrl())
    return {
      server: { base_url: publicUrl(), ...guide, notes: conventions.notes },
      maxTextBytes: fullTextBytes,
    }
  },
})
