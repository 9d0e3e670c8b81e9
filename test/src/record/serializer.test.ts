import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { httpUrl } from '../../../src/record/rules/http-url.ts'
import { serializer } from '../../../src/record/serializer.ts'

it('an address beside a union is serialized without a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const schema = z.object({ url: httpUrl, value: z.union([z.int(), z.string()]).nullable() })
  expect(serializer(schema)({ url: 'https://example.com/', value: 1 })).toBe(
    '{"url":"https://example.com/","value":1}',
  )
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
