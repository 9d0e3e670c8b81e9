import type { Translation } from '../translation.ts'

export const note: Translation<'note'> = {}
