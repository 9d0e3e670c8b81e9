import { type RefusalReason, SignInRefused } from '../../../src/people/openid-sign-in.ts'
import { type FailureReason, OpenIdFailure } from '../../identity/openid/failure.ts'

/** What a page says about a sign-in by OpenID that failed. */
export type FailureText = {
  status: number
  title: string
  text: string
  /** Whether another account of the person may help. */
  isOfAccount: boolean
}

/** Returns what to say about an error of a sign-in. Throws an error that means something else. */
export function failureText(error: unknown, request_id: string): FailureText {
  if (error instanceof SignInRefused)
    return { status: 403, ...refusals[error.reason](error.email), isOfAccount: true }
  if (error instanceof OpenIdFailure) return { ...failures[error.reason](request_id), isOfAccount: false }
  throw error
}

const refusals: Record<RefusalReason, (email?: string) => { title: string; text: string }> = {
  no_verified_email: () => ({
    title: 'Your account has no verified email',
    text: 'The sign-in service does not confirm that you own the email of your account. Verify the email there, or ask the administrator of the service to send it as verified.',
  }),
  unknown_email: (email) => ({
    title: 'There is no user with your email',
    text: `Ask an admin to create a user with the email ${email}, or choose another account.`,
  }),
  another_account: (email) => ({
    title: 'You signed in with another account before',
    text: `The user ${email} belongs to another account of the sign-in service. Choose that account, or ask an admin to unlink it on the page of your user.`,
  }),
  blocked: () => ({
    title: 'You are blocked',
    text: 'Ask an admin to unblock you, or choose another account.',
  }),
}

const failures: Record<FailureReason, (id: string) => Omit<FailureText, 'isOfAccount'>> = {
  expired: () => ({
    status: 400,
    title: 'This sign-in is not valid any more',
    text: 'It took longer than ten minutes, was completed already, or was started in another window. Try again, and allow cookies for this address.',
  }),
  cancelled: () => ({
    status: 403,
    title: 'You are not signed in',
    text: 'The sign-in was cancelled, or the sign-in service does not let you use this application. Try again, or ask its administrator.',
  }),
  provider_unreachable: () => ({
    status: 503,
    title: 'The sign-in service does not answer',
    text: 'Try again in a minute. If it still does not answer, ask the administrator of this server to run "portfolio-ops doctor".',
  }),
  provider_error: (id) => ({
    status: 502,
    title: 'The sign-in service sent an invalid answer',
    text: `Try again. If it happens again, report this request id to the administrator of this server, whose log has the reason: ${id}`,
  }),
}
