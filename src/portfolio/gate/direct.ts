import { type KindName, type RoutedKind, routedKinds } from '../kinds.ts'

type Hyphenated<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}-${Rest}` : Name

/** A kind of record that a token which proposes can be allowed to write at once: `canon-rule`. */
export type DirectKind = Hyphenated<RoutedKind>

/** Returns the name of a kind among those that a token writes at once. */
export function directName(kind: KindName): string {
  return kind.replaceAll('_', '-')
}

/** The kinds of records that a token which proposes can be allowed to write at once. */
export const directKinds = routedKinds.map(directName) as DirectKind[]
