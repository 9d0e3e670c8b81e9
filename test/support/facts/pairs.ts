/** The title of a record and, if it has one, its text. */
export type Fact = [title: string, text?: string]

/** Pairs of records of one product by kind: a stored one, and a new one. */
export type Pairs = Record<'signal' | 'insight' | 'task' | 'decision', [stored: Fact, created: Fact][]>
