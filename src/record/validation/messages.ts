// The sentences about a field that more than one file uses. Clients match them. Without `field` they contain `{attr}`,
// which `validate` replaces by the name of the field.

const attr = '{attr}'

export function requiredField(field = attr): string {
  return `The ${attribute(field)} field is required.`
}

/** Returns the sentence for a value that is not one of those allowed, which it lists if they are given. */
export function invalidSelection(field = attr, allowed?: readonly unknown[]): string {
  const list = allowed ? ` Allowed: ${allowed.join(', ')}.` : ''
  return `The selected ${attribute(field)} is invalid.${list}`
}

export function invalidFormat(field = attr): string {
  return `The ${attribute(field)} field format is invalid.`
}

/** Returns the sentence for a value that is not a calendar date. */
export function invalidDate(field = attr): string {
  return `The ${attribute(field)} field must match the format Y-m-d.`
}

export function takenValue(field = attr): string {
  return `The ${attribute(field)} has already been taken.`
}

export function duplicateValue(field = attr): string {
  return `The ${attribute(field)} field has a duplicate value.`
}

/** Returns the sentence for a date that is before the one of the field `from`. */
export function dateTooEarly(from: string, field = attr): string {
  return `The ${attribute(field)} field must be a date after or equal to ${attribute(from)}.`
}

/** Returns the name of a field for messages: "store url" for `store_url`. Dotted names are unchanged. */
export function attribute(name: string): string {
  return name.includes('.') ? name : name.replaceAll('_', ' ')
}
