import type { Translation } from '../translation.ts'

export const plot: Translation<'plot'> = {}
