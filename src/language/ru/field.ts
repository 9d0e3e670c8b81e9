import type { Translation } from '../translation.ts'

export const field: Translation<'field'> = {}
