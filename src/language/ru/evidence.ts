import type { Translation } from '../translation.ts'

export const evidence: Translation<'evidence'> = {
  evidence: 'Основания',
  evidenceFor: 'Служит основанием',
  record: '{kind} {id}',
}
