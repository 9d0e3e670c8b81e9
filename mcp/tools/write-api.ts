import { z } from 'zod'
import {
  conventions,
  describeWrite,
  listWrites,
  writeOperations,
} from '../../src/portfolio/write-api/guide.ts'
import { fullTextBytes } from '../answer.ts'
import { commonAnswer } from '../argument.ts'
import { tool } from '../tool.ts'

const Line = z.strictObject({
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
})
const anything = z.record(z.string(), z.unknown())

export const writeApiTool = tool({
  name: 'describe_write_api',
  title: 'How to write',
  description:
    'How to write over HTTP, since tools only read. Without operation: all of them, a line each. With it: method, path, headers, JSON schema of the body, what every value means, an example and a curl line.',
  input: z.strictObject({ operation: z.enum(writeOperations).optional() }),
  output: z.strictObject({
    ...commonAnswer,
    base_url: z.string(),
    headers: anything,
    notes: z.array(z.string()).optional(),
    operations: z.array(Line).optional(),
    ...Line.partial().shape,
    description: z.string().optional(),
    body_schema: anything.optional(),
    enumerations: anything.optional(),
    example: anything.optional(),
    curl: z.string().optional(),
  }),
  remembers: false,
  async find({ reads, publicUrl }, { operation }) {
    if (!operation)
      return {
        content: { base_url: publicUrl(), ...conventions, operations: listWrites() },
        next: () => 'Call describe_write_api again with operation set to one of these.',
      }
    const { readReplica } = await reads()
    const guide = await describeWrite(readReplica, operation, publicUrl())
    return { content: { base_url: publicUrl(), ...guide, notes: conventions.notes }, most: fullTextBytes }
  },
})
