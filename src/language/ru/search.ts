import type { Translation } from '../translation.ts'

export const search: Translation<'search'> = {}
