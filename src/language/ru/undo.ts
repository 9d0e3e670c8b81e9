import type { Translation } from '../translation.ts'

export const undo: Translation<'undo'> = {}
