/** The name of a kind of record in lower case, for example "canon rule" and "canon rules". */
export type RecordLabel = { singular: string; plural: string }

/** Returns an operationId in camelCase: `createCanonRule` for "create" and "canon rule". */
export function operationId(verb: string, noun: string): string {
  return verb + noun.split(' ').map(capitalize).join('')
}

/** Returns the operationId of one method of a route with several: all but the main method get a suffix. */
export function methodOperationId(id: string, method: string, mainMethod: string): string {
  return method === mainMethod ? id : `${id}With${capitalize(method.toLowerCase())}`
}

/** Returns a noun with its indefinite article: "a signal", "an insight". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Returns the text with its first letter in upper case: "Canon rules". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the name of a table or a kind of record in words: "canon rules". */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ')
}
