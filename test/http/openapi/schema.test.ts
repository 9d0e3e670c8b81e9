import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { components, componentsByArea } from '../../../http/openapi/components.ts'
import { publisher } from '../../../http/openapi/schema.ts'

describe('publisher', () => {
  it('refuses one name for two things', () => {
    const Named = z.object({ id: z.int().default(1) })
    const { publish } = publisher({ Named })
    publish(z.object({ named: Named }), 'input')
    expect(() => publish(z.object({ named: Named }), 'output')).toThrow('"Named"')
  })

  it('names every schema once, and no two alike', () => {
    const schemas = Object.values(components)
    expect(new Set<z.ZodType>(schemas).size).toBe(schemas.length)
    expect(componentsByArea.flatMap((area) => Object.keys(area)).length).toBe(schemas.length)
  })
})
