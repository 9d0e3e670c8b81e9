import type { Translation } from '../translation.ts'

export const record: Translation<'record'> = {}
