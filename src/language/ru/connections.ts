import type { Translation } from '../translation.ts'

export const connections: Translation<'connections'> = {}
