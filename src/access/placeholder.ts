// What is written where a secret is still to come. A random one has such words only inside, among other letters.
const words =
  'change|replace|insert|enter|fill|your|me|here|todo|fixme|example|sample|placeholder|dummy|password|qwerty'

// Between two borders nothing but such words and digits, and no fewer letters than four.
const exampleWord = new RegExp(`(?<![a-z0-9])\\d*(?=[a-z]{4})(?:(?:${words})\\d*)+(?![a-z0-9])`, 'i')

// A character or a word, and the same again, with or without something between.
const repetition = /(.+?)(?:[^a-z0-9]*\1)+/gi
const fewest = 16

/** Whether somebody put `secret` there to be replaced: it has a word or the marks of examples, or repeats one thing. */
export function isPlaceholder(secret: string): boolean {
  return (
    exampleWord.test(secret) ||
    /^(<.*>|\$?\{.*\})$/.test(secret) ||
    secret.replace(repetition, '$1').length < fewest
  )
}
