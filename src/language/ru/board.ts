import type { Translation } from '../translation.ts'

export const board: Translation<'board'> = {}
