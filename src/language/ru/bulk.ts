import type { Translation } from '../translation.ts'

export const bulk: Translation<'bulk'> = {}
