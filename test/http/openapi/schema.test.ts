import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publisher } from '../../../http/openapi/schema.ts'

describe('publisher', () => {
  it('throws if one name stands for two different schemas', () => {
    const Named = z.object({ id: z.int().default(1) })
    const { publish } = publisher({ Named })
    publish(z.object({ named: Named }), 'input')
    expect(() => publish(z.object({ named: Named }), 'output')).toThrow('"Named"')
  })
})
