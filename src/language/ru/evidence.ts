import type { Translation } from '../translation.ts'

export const evidence: Translation<'evidence'> = {}
