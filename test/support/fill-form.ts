import type { Locator, Page } from 'playwright-core'
import type { Sent } from './admin.ts'

/** How a person sends a form: twice in each case. */
export type Sending = 'click' | 'Enter' | 'Control+Enter'

/** Returns the form of a page that sends to a path. */
export async function formTo(page: Page, action: string): Promise<Locator> {
  const named = page.locator(`form[action="${action}"], form[action^="${action}?"]`).first()
  return (await named.count()) > 0 ? named : page.locator('form[method=post]:not([action])').first()
}

/** Enters values into the controls of a form. Returns the button that sends it. */
export async function fillForm(page: Page, form: Locator, fields: Sent, lines?: string[]): Promise<Locator> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  const entries = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  )
  const buttons = await Promise.all(
    entries.map(async ({ name, value }) => {
      const button = form.locator(`button[name="${name}"][value="${value}"]`)
      return (await button.count()) > 0 ? button : undefined
    }),
  )
  const named = buttons.find((button) => button !== undefined)
  const button = named ?? form.locator('button:not([name]):not(.visually-hidden)').first()
  // A form that changes several rows has a group of controls for each button.
  const group = button.locator('xpath=ancestor::*[@class="group"]')
  const scope = (await group.count()) > 0 ? group : form
  for (const [index, { name, value }] of entries.entries())
    if (!buttons[index]) await enter(page, scope, name, value)
  if (lines) {
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await form.locator('input[type=file]').setInputFiles(file)
  }
  return button
}

async function enter(page: Page, scope: Locator, name: string, value: string): Promise<void> {
  const tick = page
    .locator(`:is(input[type=checkbox], input[type=radio])[name="${name}"][value="${value}"]`)
    .first()
  if ((await tick.count()) > 0) return tick.check()
  const control = scope.locator(`[name="${name}"]:not([type=hidden])`).first()
  const isSelect = await control.evaluate((element) => element.tagName === 'SELECT')
  if (isSelect) await control.selectOption(value)
  else await control.fill(value)
}

/** Sends a form twice, before the first answer arrives. */
export async function sendTwice(page: Page, form: Locator, button: Locator, sending: Sending): Promise<void> {
  if (sending === 'click') return button.dblclick()
  const control = form
    .locator('input:is([type=text], [type=date], [type=email], [type=password], [type=number])')
    .first()
  if (!(await control.isVisible())) return button.dblclick()
  await control.focus()
  // The second press may reach the next page.
  await Promise.all([page.keyboard.press(sending), page.keyboard.press(sending)])
}
