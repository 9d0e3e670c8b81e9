import { z } from 'zod'
import { identityOf } from '../../src/access/identity.ts'
import { describeWrite, indexWrites, writeOperations } from '../../src/portfolio/write-api/guide.ts'
import { fullTextBytes } from '../size-limit.ts'
import { tool } from '../tool.ts'

export const describeWriteApiTool = tool({
  name: 'describe_write_api',
  title: 'Describe write API',
  description:
    'How to write over HTTP; the tools only read. Without operation: all operations with required fields, base URL, and you (scopes, actor). With one, such as record_signal: path, headers, body schema, meanings of values, a curl command.',
  input: z.strictObject({ operation: z.enum(writeOperations).optional() }),
  cacheable: false,
  async find({ publicUrl }, { operation }, caller) {
    if (!operation)
      return {
        server: { ...(caller && { you: identityOf(caller) }), ...indexWrites(publicUrl()) },
        next: () => 'Call describe_write_api again with operation set to one of these for its details.',
      }
    const guide = describeWrite(operation, publicUrl())
    return {
      server: guide,
      maxTextBytes: fullTextBytes,
      next: () => 'Test with ?dry_run=1. Without operation: the rules of all writes.',
    }
  },
})
