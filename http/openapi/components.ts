import { Provenance } from '../../src/record/provenance.ts'
import { Warning } from '../../src/record/warning.ts'
import { assistantComponents } from '../assistant/components.ts'
import { operationsComponents } from '../operations/components.ts'
import { portfolioComponents } from '../portfolio/components.ts'
import { ErrorBody } from './error-responses.ts'

const common = { Error: ErrorBody, Warning, Provenance }

/** The schemas with a component name, which generated clients use as type names. */
export const components = {
  ...common,
  ...portfolioComponents,
  ...operationsComponents,
  ...assistantComponents,
}

/** The same schemas by area. A test checks that no name is used twice. */
export const componentsByArea = [common, portfolioComponents, operationsComponents, assistantComponents]
