/** The page behind the link of an invited user, who chooses a password there. */
export const invitation = {
  title: 'Choose a password',
  welcome: 'Welcome, {name}',
  openId: 'Sign in with the account whose email is {email}.',
  password: 'Choose the password with which you sign in as {email}.',
  save: 'Save',
  done: 'Your password is set, and you are signed in.',
} as const
