import { type Language, languages } from '../../../src/language/languages.ts'
import { phrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import type { Control } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'

const control: Control = {
  name: 'language',
  label: phrase('account.language'),
  kind: 'choice',
  required: true,
  help: phrase('account.languageAbout'),
  options: [
    { value: '', label: phrase('account.languageOfBrowser') },
    ...Object.entries(languages).map(([value, label]) => ({ value, label })),
  ],
}

/** Renders the section of the account page with the language of the web interface. `errors` are about the choice. */
export function languageSection(chosen: Language | null, csrf: string, errors: Message[] | undefined): Html {
  return html`
    <section class="part" aria-labelledby="language">
      <h2 id="language">${t('account.language')}</h2>
      ${form({
        action: '/admin/account/language',
        csrf,
        controls: [control],
        values: { language: chosen ?? '' },
        errors: errors && { language: errors },
        submit: t('account.changeLanguage'),
      })}
    </section>
  `
}
