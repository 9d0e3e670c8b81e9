/** The sign-in: by password, or by the OpenID provider, and why it fails. */
export const signIn = {
  title: 'Sign in',
  submit: 'Sign in',
  email: 'Email',
  password: 'Password',
  orPassword: 'or with your password',
  signedOut: 'You are signed out.',
  passwordsAreOff: 'Signing in with a password is switched off.',
  choose: 'Go to the login page and choose "{label}".',
  anotherAccount: 'Choose another account',
  noVerifiedEmail: 'Your account has no verified email',
  noVerifiedEmailAdvice:
    'The sign-in service does not confirm that you own the email of your account. Verify the email there, or ask the administrator of the service to send it as verified.',
  unknownEmail: 'There is no user with your email',
  unknownEmailAdvice: 'Ask an admin to create a user with the email {email}, or choose another account.',
  otherAccount: 'You signed in with another account before',
  otherAccountAdvice:
    'The user {email} belongs to another account of the sign-in service. Choose that account, or ask an admin to unlink it on the page of your user.',
  blocked: 'You are blocked',
  blockedAdvice: 'Ask an admin to unblock you, or choose another account.',
  expired: 'This sign-in is not valid any more',
  expiredAdvice:
    'It took longer than ten minutes, was completed already, or was started in another window. Try again, and allow cookies for this address.',
  cancelled: 'You are not signed in',
  cancelledAdvice:
    'The sign-in was cancelled, or the sign-in service does not let you use this application. Try again, or ask its administrator.',
  unreachable: 'The sign-in service does not answer',
  unreachableAdvice:
    'Try again in a minute. If it still does not answer, ask the administrator of this server to run "portfolio-ops doctor".',
  invalidAnswer: 'The sign-in service sent an invalid answer',
  invalidAnswerAdvice:
    'Try again. If it happens again, report this request id to the administrator of this server, whose log has the reason: {id}',
} as const
