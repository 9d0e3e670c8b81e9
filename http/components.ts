import type { z } from 'zod'
import { Provenance } from '../src/record/provenance.ts'
import { Warning } from '../src/record/warning.ts'
import { WriteOnlyResult, withoutId } from './answers/response-schemas.ts'
import { assistantComponents } from './assistant/components.ts'
import { ErrorBody } from './openapi/error-responses.ts'
import { operationsComponents } from './operations/components.ts'
import { portfolioComponents } from './portfolio/components.ts'

const common = { Error: ErrorBody, Warning, Provenance, WriteOnlyResult }
const areaComponents: Record<string, z.ZodType> = {
  ...portfolioComponents,
  ...operationsComponents,
  ...assistantComponents,
}

// The record `X` of a POST with the body `NewX`, as its dry run returns it.
const dryRunRecords = Object.fromEntries(
  Object.entries(areaComponents)
    .filter(([name]) => `New${name}` in areaComponents && !(`${name}DryRun` in areaComponents))
    .map(([name, record]) => [`${name}DryRun`, withoutId(record as z.ZodObject)]),
)

/** The schemas with a component name, which generated clients use as type names. */
export const components = { ...common, ...areaComponents, ...dryRunRecords }

/** The same schemas by area. A test checks that no name is used twice. */
export const componentsByArea = [
  common,
  portfolioComponents,
  operationsComponents,
  assistantComponents,
  dryRunRecords,
]
