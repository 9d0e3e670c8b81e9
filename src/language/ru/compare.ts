import type { Translation } from '../translation.ts'

export const compare: Translation<'compare'> = {}
