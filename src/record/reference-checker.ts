import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from './fault.ts'
import { invalidSelection } from './validation/messages.ts'

type Finders<Name extends string> = Record<Name, (em: EntityManager, id: number) => Promise<object | null>>

/**
 * Returns a function that checks the references in an input, each with its finder. It throws one fault that
 * lists every id without a record.
 */
export function referenceChecker<Name extends string>(finders: Finders<Name>) {
  return async (em: EntityManager, input: { [name in Name]?: number | null | undefined }): Promise<void> => {
    const errors: Record<string, string> = {}
    for (const name of Object.keys(finders) as Name[]) {
      const id = input[name]
      if (id != null && !(await finders[name](em, id))) errors[name] = invalidSelection(name)
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
}
