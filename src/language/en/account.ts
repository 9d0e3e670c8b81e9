/** The account of the person who is signed in. */
export const account = {
  title: 'Account',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordLength: 'At least {count, plural, one {# character} other {# characters}}',
  password: 'Password',
  save: 'Save',
  passwordEffect:
    'A new password ends all other sessions, and your tokens, calendar address and connections.',
  passwordChanged:
    'Password changed. All of your other sessions, your tokens, calendar address and connections have ended.',
  language: 'Language',
  languageOfBrowser: 'As in the browser',
  languageAbout:
    'The language of this web interface. Records stay in the language that they were written in.',
  changeLanguage: 'Change language',
  languageChanged: 'Language changed.',
  keys: 'Single-letter keys',
  keysAreOn:
    'Keys such as <kbd>n</kbd>, <kbd>j</kbd> and <kbd>/</kbd> are on in this browser. Keys with Ctrl, Enter and Escape always work.',
  keysAreOff:
    'Keys such as <kbd>n</kbd>, <kbd>j</kbd> and <kbd>/</kbd> are off in this browser. Keys with Ctrl, Enter and Escape always work.',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  keysSwitchedOn: 'Single-letter keys switched on.',
  keysSwitchedOff: 'Single-letter keys switched off.',
  sessions: 'Sessions',
  openSessions: 'Open sessions',
  browser: 'Browser',
  unknownBrowser: 'Unknown',
  browserOnSystem: '{browser} on {system}',
  ipAddress: 'IP address',
  signedIn: 'Signed in',
  lastUsed: 'Last used',
  action: 'Action',
  thisSession: 'This session',
  end: 'End',
  endTitle: 'End session: {browser}',
  endQuestion: 'End the session that was last used from {ip}? That browser has to sign in again.',
  sessionEnded: 'Session ended.',
} as const
