import type { Translation } from '../translation.ts'

export const proposals: Translation<'proposals'> = {}
