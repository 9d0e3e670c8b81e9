import type { Translation } from '../translation.ts'

export const week: Translation<'week'> = {}
