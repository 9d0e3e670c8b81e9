import type { Translation } from '../translation.ts'

export const dashboard: Translation<'dashboard'> = {}
