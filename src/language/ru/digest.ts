import type { Translation } from '../translation.ts'

export const digest: Translation<'digest'> = {}
