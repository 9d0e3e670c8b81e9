import { type CatalogPhrase, FieldName, fieldPhrase, type Phrase } from '../../language/phrase.ts'

// The sentences about a field that more than one file uses. Clients match them. Without `field`, `validate` adds the name.

const about = (message: CatalogPhrase, field: string | undefined) =>
  field === undefined ? message : message.about(field)

export function requiredField(field?: string): CatalogPhrase {
  return about(fieldPhrase('validation.required'), field)
}

/** Returns the sentence for a value that is not one of those allowed, which it lists if they are given. */
export function invalidSelection(field?: string, allowed?: readonly unknown[]): CatalogPhrase {
  return about(
    allowed
      ? fieldPhrase('validation.invalidOption', { allowed: allowed.join(', ') })
      : fieldPhrase('validation.invalidSelection'),
    field,
  )
}

/** Returns the sentence for a value that is not allowed, with the sentence that says why. */
export function invalidBecause(field: string, reason: Phrase): CatalogPhrase {
  return fieldPhrase('validation.invalidBecause', { reason }).about(field)
}

export function invalidFormat(field?: string): CatalogPhrase {
  return about(fieldPhrase('validation.format'), field)
}

/** Returns the sentence for a value that is not a calendar date. */
export function invalidDate(field?: string): CatalogPhrase {
  return about(fieldPhrase('validation.date'), field)
}

export function takenValue(field?: string): CatalogPhrase {
  return about(fieldPhrase('validation.taken'), field)
}

export function duplicateValue(field?: string): CatalogPhrase {
  return about(fieldPhrase('validation.duplicate'), field)
}

/** Returns the sentence for a date that is before the one of the field `from`. */
export function dateTooEarly(from: string, field?: string): CatalogPhrase {
  return about(fieldPhrase('validation.dateTooEarly', { from: new FieldName(from) }), field)
}

/** Returns the sentence for a field that may not be sent, with those that may be, if they are given. */
export function prohibitedField(allowed?: readonly string[]): CatalogPhrase {
  if (!allowed) return fieldPhrase('validation.prohibited')
  return allowed.length === 0
    ? fieldPhrase('validation.prohibitedAll')
    : fieldPhrase('validation.prohibitedUnlisted', { allowed: allowed.join(', ') })
}

/** Returns a field as the subject of a sentence: "The url field". */
export function fieldSubject(field: string): CatalogPhrase {
  return about(fieldPhrase('validation.subject'), field)
}
