import type { Page } from 'playwright-core'

/** A page, and what is done on it before it is checked. `status` is 200 by default. */
export type Visit = { path: string; status?: number; act?: (page: Page) => Promise<unknown> }

/** Presses a button by its name. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
