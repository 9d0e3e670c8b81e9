import type { Page } from 'playwright-core'

/** What a person did on a page: clicks without typing, and pages that were loaded. */
export type Steps = { clicks: number; loads: number }

/** Works on a page as a person does, and counts the steps since it was opened. */
export function person(page: Page) {
  const steps: Steps = { clicks: 0, loads: 0 }
  page.on('domcontentloaded', () => {
    steps.loads += 1
  })
  const click = async (
    name: string | RegExp,
    role: 'link' | 'button' | 'checkbox' | 'option' = 'link',
    within: Pick<Page, 'getByRole'> = page,
  ) => {
    steps.clicks += 1
    await within
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
  }
  const choose = async (control: string, value: string) => {
    steps.clicks += 1
    await page.locator(control).selectOption(value)
  }
  const unfold = async (name: string) => {
    steps.clicks += 1
    await page.locator('nav.side').getByText(name, { exact: true }).click()
  }
  /** A press of a key that replaces a click counts as one. */
  const press = async (key: string) => {
    steps.clicks += 1
    await page.keyboard.press(key)
  }
  return {
    click,
    unfold,
    choose,
    press,
    steps: async (): Promise<Steps> => {
      await page.waitForLoadState()
      return { ...steps }
    },
  }
}
