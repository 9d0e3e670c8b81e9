import { expect, it } from 'vitest'
import type { z } from 'zod'
import { components, componentsByArea } from '../../http/components.ts'

it('has a unique name for every component', () => {
  const schemas = Object.values(components)
  expect(new Set<z.ZodType>(schemas).size).toBe(schemas.length)
  expect(componentsByArea.flatMap((area) => Object.keys(area)).length).toBe(schemas.length)
})
