import { Turn } from '../../src/assistant/conversation/read.ts'
import { kinds } from '../../src/assistant/kinds.ts'
import { componentsOf } from '../routes/record-kind.ts'

/** The schemas of the assistants API by component name. */
export const assistantComponents = { ...componentsOf(kinds), Turn }
