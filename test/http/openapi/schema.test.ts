import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { components, componentsByArea } from '../../../http/openapi/components.ts'
import { publisher } from '../../../http/openapi/schema.ts'

describe('publisher', () => {
  it('throws if one name stands for two different schemas', () => {
    const Named = z.object({ id: z.int().default(1) })
    const { publish } = publisher({ Named })
    publish(z.object({ named: Named }), 'input')
    expect(() => publish(z.object({ named: Named }), 'output')).toThrow('"Named"')
  })

  it('has a unique name for every schema', () => {
    const schemas = Object.values(components)
    expect(new Set<z.ZodType>(schemas).size).toBe(schemas.length)
    expect(componentsByArea.flatMap((area) => Object.keys(area)).length).toBe(schemas.length)
  })
})
