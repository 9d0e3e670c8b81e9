import type { Translation } from '../translation.ts'

export const scripts: Translation<'scripts'> = {}
