import { Provenance } from '../../src/record/provenance.ts'
import { Warning } from '../../src/record/warning.ts'
import { assistantComponents } from '../assistant/components.ts'
import { operationsComponents } from '../operations/components.ts'
import { portfolioComponents } from '../portfolio/components.ts'
import { ErrorBody } from './refusals.ts'

const common = { Error: ErrorBody, Warning, Provenance }

/** The schemas that have a name in the document: what clients call their types. Every area adds its own. */
export const components = {
  ...common,
  ...portfolioComponents,
  ...operationsComponents,
  ...assistantComponents,
}

/** The same, area by area. */
export const areas = [common, portfolioComponents, operationsComponents, assistantComponents]
