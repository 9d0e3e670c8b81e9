import type { Translation } from '../translation.ts'

export const invitation: Translation<'invitation'> = {}
