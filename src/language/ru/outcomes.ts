import type { Translation } from '../translation.ts'

export const outcomes: Translation<'outcomes'> = {}
