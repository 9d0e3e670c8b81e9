import type { Locator, Page } from 'playwright-core'
import type { Sent } from './admin.ts'

/** How a person sends a form: twice in each case. */
export type Sending = 'click' | 'Enter' | 'Control+Enter'

/** A form that is filled, and the button that sends it. */
export type FilledForm = { form: Locator; button: Locator }

/**
 * Enters values into the visible controls of the form of a page that sends to a path. It does so in one call, because
 * each call of a browser takes milliseconds.
 */
export async function fillForm(
  page: Page,
  action: string,
  fields: Sent,
  lines?: string[],
): Promise<FilledForm> {
  const entries = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  )
  await page.evaluate(enterAll, { action, entries })
  const form = page.locator('form[data-filled]')
  if (lines) {
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await form.locator('input[type=file]').setInputFiles(file)
  }
  return { form, button: form.locator('button[data-filled]') }
}

// Runs in the page. Marks the form and its button.
function enterAll({ action, entries }: { action: string; entries: { name: string; value: string }[] }): void {
  for (const details of document.querySelectorAll('details')) details.open = true
  const forms = [...document.forms]
  const other = document.querySelector<HTMLButtonElement>(`button[formaction='${action}']`)
  const form =
    other?.form ??
    forms.find((one) => one.getAttribute('action')?.split('?')[0] === action) ??
    forms.find((one) => one.method === 'post' && !one.hasAttribute('action'))
  if (!form) throw new Error(`No form of ${location.pathname} sends to ${action}.`)
  const buttons = [...form.querySelectorAll('button')]
  const buttonOf = (entry: { name: string; value: string }) =>
    buttons.find(({ name, value }) => name === entry.name && value === entry.value)
  const button =
    other ??
    entries.map(buttonOf).find((one) => one !== undefined) ??
    buttons.find((one) => !one.name && !one.classList.contains('visually-hidden'))
  if (!button) throw new Error(`The form of ${action} has no button.`)
  // A form that changes several rows has a group of controls for each button.
  const scope = button.closest('[class="group"]') ?? form
  form.dataset.filled = button.dataset.filled = ''
  for (const entry of entries) if (!buttonOf(entry)) enter(entry.name, entry.value)

  function enter(name: string, value: string): void {
    const tick = document.querySelector<HTMLInputElement>(
      `:is(input[type=checkbox], input[type=radio])[name="${name}"][value="${value}"]`,
    )
    const control =
      tick ?? scope.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]:not([type=hidden])`)
    if (
      !control?.checkVisibility() ||
      control.matches(':disabled, :read-only:not(select, [type=checkbox], [type=radio])')
    )
      throw new Error(`Nobody can enter ${name} in the form of ${action}.`)
    if (tick) tick.checked = true
    else control.value = value
    if (control.value.replaceAll('\r', '') !== value.replaceAll('\r', ''))
      throw new Error(`The control ${name} of ${action} does not take ${value}.`)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** Sends a form twice, before the first answer arrives. */
export async function sendTwice(page: Page, { form, button }: FilledForm, sending: Sending): Promise<void> {
  if (sending === 'click') return button.dblclick()
  const control = form
    .locator('input:is([type=text], [type=date], [type=email], [type=password], [type=number])')
    .first()
  if (!(await control.isVisible())) return button.dblclick()
  await control.focus()
  // The second press may reach the next page.
  await Promise.all([page.keyboard.press(sending), page.keyboard.press(sending)])
}
