import type { Translation } from '../translation.ts'

export const history: Translation<'history'> = {}
