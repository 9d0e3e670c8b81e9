import type { Translation } from '../translation.ts'

export const list: Translation<'list'> = {}
