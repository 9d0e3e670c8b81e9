import type { Translation } from '../translation.ts'

export const imports: Translation<'imports'> = {}
