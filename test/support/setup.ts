import { expect } from 'vitest'
import { Phrase } from '../../src/language/phrase.ts'
import { registerCleanup } from './cleanup.ts'

registerCleanup()

// What the core says is compared with the English that programs get.
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (one instanceof Phrase && typeof other === 'string') return String(one) === other
    if (typeof one === 'string' && other instanceof Phrase) return one === String(other)
    return undefined
  },
])
