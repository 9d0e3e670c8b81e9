import type { Translation } from '../translation.ts'

export const form: Translation<'form'> = {}
