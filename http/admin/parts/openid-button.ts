import type { Config } from '../../../src/config/config.ts'
import { isOpenIdOn } from '../../../src/config/openid.ts'
import { type Html, html } from '../html/html.ts'
import { ownPath } from '../request/path.ts'

type Options = {
  /** The page that the person wants. */
  next?: unknown
  /** Replaces the name of the button. */
  label?: string
  /** The provider asks which account, even if the person is signed in to one there. */
  choosesAccount?: boolean
}

/** Renders the button that leads to the OpenID provider. Nothing if there is none. */
export function openIdButton(config: Config, { next, label, choosesAccount }: Options = {}): Html {
  if (!isOpenIdOn(config)) return null
  const page = ownPath(next)
  const query = new URLSearchParams({
    ...(page && { next: page }),
    ...(choosesAccount && { account: 'choose' }),
  })
  const href = `/admin/login/oidc${query.size > 0 ? `?${query}` : ''}`
  return html`<p class="buttons"><a class="button primary" href=${href}>${label ?? config.OIDC_LABEL}</a></p>`
}
