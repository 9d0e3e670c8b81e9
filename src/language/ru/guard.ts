import type { Translation } from '../translation.ts'

export const guard: Translation<'guard'> = {}
