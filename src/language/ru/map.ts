import type { Translation } from '../translation.ts'

export const map: Translation<'map'> = {}
