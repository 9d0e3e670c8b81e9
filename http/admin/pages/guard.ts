import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAdministrator } from '../../../src/access/policy.ts'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import { requireVersion } from '../../../src/catalog/shown-version.ts'
import { phrase } from '../../../src/language/phrase.ts'
import type { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { readCanonRule } from '../../../src/portfolio/canon-rule/read.ts'
import { GuardForm, setGuard } from '../../../src/portfolio/guard/set.ts'
import { tryGuard } from '../../../src/portfolio/guard/trial.ts'
import {
  Fault,
  type FieldErrors,
  isAnotherVersion,
  type Message,
  policyDenied,
} from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { formControls } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { inputErrors, submittedValues } from '../form/submitted.ts'
import { changedNotice } from '../history/changed-notice.ts'
import { type Html, html } from '../html/html.ts'
import { shownVersion } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { guardHelp } from '../parts/canon-rule.ts'
import { trialResult } from '../parts/guard-trial.ts'
import { recordAddress } from '../record/address.ts'
import { linksAbove } from '../record/links.ts'
import type { FormValues } from '../record/record.ts'
import { currentVersion, recordRef } from '../record/row.ts'
import { canonRulePages } from '../records/canon-rule.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminActor, adminWrite } from '../request/write.ts'

// The title of the page says that they are of a guard.
const labels: Record<string, Message> = {
  guard_when: phrase('guard.when'),
  guard_effect: phrase('guard.effect'),
  guard_message: phrase('guard.message'),
}
const controls = formControls(GuardForm).map((control) => ({
  ...control,
  label: labels[control.name] ?? control.label,
}))

/** Registers the page on which an admin gives a canon rule its guard, and tries it on the writes of the past. */
export async function guardPage(app: Server): Promise<void> {
  const address = '/canon-rules/:id/guard'
  app.addHook('onRequest', async (request) => {
    if (!isAdministrator(adminActor(request))) throw policyDenied()
  })
  app.get(address, async (request, reply) => {
    const { version, rule } = await openRule(request)
    const stored = {
      guard_when: rule.guard?.when,
      guard_effect: rule.guard?.effect,
      guard_message: rule.guard?.message,
    }
    return sendGuard(request, reply, rule, {
      version,
      values: { ...stored, ...(request.query as FormValues) },
    })
  })
  app.post(address, async (request, reply) => {
    const { rule } = await openRule(request)
    const version = shownVersion(request)
    const { test, ...values } = submittedValues(request.body)
    try {
      const input = validate(GuardForm, values)
      if (test !== undefined)
        return sendGuard(request, reply, rule, { version, values, ...(await tried(request, rule, input)) })
      await adminWrite(request, async (em, actor) => {
        await requireVersion(em, recordRef(canonRulePages, rule), version)
        return setGuard(em, actor, rule.id, input)
      })
      return redirect(reply, recordAddress(canonRulePages.collection, rule.id), t('guard.saved'))
    } catch (error) {
      if (!isAnotherVersion(error)) {
        const status = error instanceof Fault && error.code === 'conflict' ? 409 : 422
        return sendGuard(request, reply, rule, { version, values, errors: inputErrors(error), status })
      }
      const changed = await changedNotice(request, recordRef(canonRulePages, rule))
      return sendGuard(request, reply, rule, { ...(await openRule(request)), values, changed, status: 409 })
    }
  })
}

// The version is read first, so that it cannot be newer than the rule.
async function openRule(request: FastifyRequest): Promise<{ version: number; rule: CanonRule }> {
  const version = await currentVersion(request, canonRulePages)
  return { version, rule: await readCanonRule(request.server.read, pathId(request)) }
}

async function tried(
  request: FastifyRequest,
  rule: CanonRule,
  { guard_when, guard_effect, guard_message = null }: GuardForm,
): Promise<Pick<GuardPage, 'trial'>> {
  if (guard_when == null || guard_effect == null) return {}
  const { orm, read, config } = request.server
  const { id, title, product_id, direction_id } = rule
  const guard = { id, title, product_id, direction_id, guard_when, guard_effect, guard_message }
  const trial = await tryGuard(orm, guard, config.TIME_ZONE)
  const { newest } = trial.replay
  const titles = await readTitles(read, [...newest, ...referencesOf(newest)])
  return { trial: trialResult(trial, personOf(request), titles) }
}

type GuardPage = {
  version: number | undefined
  values: FormValues
  errors?: FieldErrors
  trial?: Html
  changed?: Html
  status?: number
}

function sendGuard(
  request: FastifyRequest,
  reply: FastifyReply,
  rule: CanonRule,
  { version, values, errors, trial, changed, status = 200 }: GuardPage,
) {
  const title = t('guard.title', { rule: rule.title })
  const address = `${recordAddress(canonRulePages.collection, rule.id)}/guard`
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${changed}
    <p>
      ${t('guard.about')} ${rule.trusted ? null : t('guard.notInForce')}
    </p>
    ${form({
      action: address,
      csrf,
      controls,
      values,
      errors,
      submit: t('guard.save'),
      also: { name: 'test', label: t('guard.test'), busy: t('guard.testing'), action: `${address}#trial` },
      cancel: recordAddress(canonRulePages.collection, rule.id),
      version,
    })}
    ${trial} ${guardHelp(recordAddress(canonRulePages.collection, rule.id))}
  `
  return sendPage(request, reply, { title, content, above: linksAbove(canonRulePages, rule) }, status)
}
