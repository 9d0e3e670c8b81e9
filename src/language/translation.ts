import type { en } from './en/index.ts'

/** The texts of a page in another language: one for each English text. */
export type Translation<Page extends keyof typeof en> = Record<keyof (typeof en)[Page], string>
