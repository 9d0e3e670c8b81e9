import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAdministrator } from '../../../src/access/policy.ts'
import { requireVersion } from '../../../src/catalog/shown-version.ts'
import type { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { readCanonRule } from '../../../src/portfolio/canon-rule/read.ts'
import { GuardForm, setGuard } from '../../../src/portfolio/guard/set.ts'
import { type Trial, tryGuard } from '../../../src/portfolio/guard/try.ts'
import { type FieldErrors, isAnotherVersion, policyDenied } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { formControls } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { inputErrors, submittedValues } from '../form/submitted.ts'
import { changedNotice } from '../history/changed-notice.ts'
import { type Html, html } from '../html/html.ts'
import { shownVersion } from '../html/post-form.ts'
import { guardHelp, trialResult } from '../parts/canon-rule.ts'
import { recordAddress } from '../record/address.ts'
import { linksAbove } from '../record/links.ts'
import type { FormValues } from '../record/record.ts'
import { currentVersion, recordRef } from '../record/row.ts'
import { canonRulePages } from '../records/canon-rule.ts'
import { pathId } from '../request/path.ts'
import { redirect, sendPage } from '../request/reply.ts'
import { adminActor, adminWrite } from '../request/write.ts'

/** Registers the page on which an admin gives a canon rule its guard, and tries it on the stored records. */
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
        return sendGuard(request, reply, rule, { version, values, trial: await tried(request, rule, input) })
      await adminWrite(request, async (em, actor) => {
        await requireVersion(em, recordRef(canonRulePages, rule), version)
        return setGuard(em, actor, rule.id, input)
      })
      return redirect(reply, recordAddress(canonRulePages.collection, rule.id), 'Guard saved.')
    } catch (error) {
      if (!isAnotherVersion(error))
        return sendGuard(request, reply, rule, { version, values, errors: inputErrors(error) })
      const changed = await changedNotice(request, recordRef(canonRulePages, rule), 'canon rule')
      return sendGuard(request, reply, rule, { ...(await openRule(request)), values, changed })
    }
  })
}

// The version is read first, so that it cannot be newer than the rule.
async function openRule(request: FastifyRequest): Promise<{ version: number; rule: CanonRule }> {
  const version = await currentVersion(request, canonRulePages)
  return { version, rule: await readCanonRule(request.server.read, pathId(request)) }
}

async function tried(request: FastifyRequest, rule: CanonRule, { guard_when }: GuardForm): Promise<Trial> {
  if (guard_when == null) return { tried: 0, met: [] }
  return tryGuard(request.server.read, adminActor(request), rule, guard_when)
}

type GuardPage = {
  version: number | undefined
  values: FormValues
  errors?: FieldErrors
  trial?: Trial
  changed?: Html
}

function sendGuard(
  request: FastifyRequest,
  reply: FastifyReply,
  rule: CanonRule,
  { version, values, errors, trial, changed }: GuardPage,
) {
  const title = `Guard: ${rule.title}`
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${changed}
    <p>
      A guard checks every write of the portfolio that this rule covers, while the rule is active and approved.
      ${rule.trusted ? null : 'The rule is not in force at present, so its guard checks nothing.'}
    </p>
    ${form({
      action: `${recordAddress(canonRulePages.collection, rule.id)}/guard`,
      csrf,
      controls: formControls(GuardForm),
      values,
      errors,
      submit: 'Save',
      also: { name: 'test', label: 'Test' },
      cancel: recordAddress(canonRulePages.collection, rule.id),
      version,
    })}
    ${trial && trialResult(trial)} ${guardHelp(recordAddress(canonRulePages.collection, rule.id))}
  `
  const status = changed ? 409 : errors ? 422 : 200
  return sendPage(request, reply, { title, content, above: linksAbove(canonRulePages, rule) }, status)
}
