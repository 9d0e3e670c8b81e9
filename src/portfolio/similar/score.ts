/** A new record, whose words are compared with those of stored ones. */
export type NewFact = { title: string; text: string; titleStems: string[] }

/** A stored record, as it is compared with a new one. */
export type StoredFact = {
  title: string
  titleStems: string[]
  /** The stems of the new title that its title or its texts contain. */
  foundStems: string[]
}

/** The lowest score of records that probably state the same fact. */
export const minScore = 0.62

// The share of a number: the same fact may be stated with another one, or without.
const numberShare = 0.5
// Of a title that another one contains, all words are found, so the title with the larger share counts more.
const largerShare = 0.7
// Two records about different things, or with opposite trends, seldom state the same fact.
const differentNames = 0.65
const differentTrends = 0.65

/**
 * Returns the function that compares a new record with a stored one. Its result is from 0 to 1: the shares of the words
 * of each title that the other record has too, less if each names something that the other does not, such as "iOS" and
 * "Android".
 */
export function scorer({ title, text, titleStems }: NewFact): (stored: StoredFact) => number {
  const newWords = wordsOf(`${title} ${text}`)
  const newText = ` ${newWords.join(' ')} `
  const newTitle = new Set(titleStems.map(rootOf))
  const newNames = namesOf(title)
  return (stored) => {
    const oldTitle = new Set(stored.titleStems.map(rootOf))
    const ofOld = shareOf(stored.titleStems, newTitle, (stem) => containsWord(newText, stem))
    const ofNew = shareOf(titleStems, oldTitle, (stem) => stored.foundStems.includes(stem))
    const smaller = Math.min(ofOld.share, ofNew.share)
    // One common word among others says little, and so do two that a title has in common with a text only.
    const [count, inTitle] = [Math.max(ofOld.count, ofNew.count), Math.max(ofOld.inTitle, ofNew.inTitle)]
    if ((count < 2 && smaller < 1) || (count < 3 && inTitle === 0)) return 0
    const share = largerShare * Math.max(ofOld.share, ofNew.share) + (1 - largerShare) * smaller
    if (share < minScore) return 0
    const oldWords = [...stored.titleStems, ...stored.foundStems]
    const namesDiffer =
      newNames.some((name) => isMissing(name, oldWords)) &&
      namesOf(stored.title).some((name) => isMissing(name, newWords))
    const trendsDiffer = trendOf(newTitle) * trendOf(oldTitle) < 0
    return share * (namesDiffer ? differentNames : 1) * (trendsDiffer ? differentTrends : 1)
  }
}

// How many words of a title the other record has, in all and in its title, and their share. A number counts less.
function shareOf(stems: string[], otherTitle: Set<string>, isInText: (stem: string) => boolean) {
  let [count, inTitle, found, all] = [0, 0, 0, 0]
  for (const stem of stems) {
    const weight = isNumber(stem) ? numberShare : 1
    const isInTitle = otherTitle.has(rootOf(stem))
    all += weight
    if (isInTitle) inTitle += 1
    else if (!isInText(stem)) continue
    found += weight
    count += 1
  }
  return { count, inTitle, share: found / Math.max(1, all) }
}

// The stem of a short word is compared as a whole: "ad" is not in "address".
function containsWord(text: string, stem: string): boolean {
  return text.includes(stem.length < 4 ? ` ${stem} ` : ` ${stem.slice(0, rootLength)}`)
}

/** Inflected words may have different stems, which begin with the same characters: "установк" and "установок". */
export const rootLength = 5

// Words that say the same of a number have the same root: "rose" and "grew".
function rootOf(stem: string): string {
  const root = stem.slice(0, rootLength)
  return trends.get(root) ?? root
}

const trends = new Map([
  ...'rose rise risen grow grew grown growt incre doubl jump surge climb вырос раст растет расту рост росл увели повыс подня'
    .split(' ')
    .map((root) => [root, 'rose'] as const),
  ...'fell fall falle drop dropp decli decre lower reduc упа упал паден пада сниз сниже умень сокра просе'
    .split(' ')
    .map((root) => [root, 'fell'] as const),
])

const trendOf = (title: Set<string>): number => Number(title.has('rose')) - Number(title.has('fell'))

/** Returns a text as the SQL function `search_text` does: in lower case, with ё as е, and only letters and digits. */
export const searchText = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, ' ')

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word)

/** Returns the names in a title: words with a capital letter after another word, or inside, and words like "D7". */
function namesOf(title: string): string[] {
  const words = [...title.matchAll(/[\p{L}\p{N}]+/gu)]
  const isCapitalized = ({ 0: word }: RegExpExecArray) => /^\p{Lu}/u.test(word)
  // In A Title Like This One every word has a capital letter.
  const isTitleCase = words.filter(isCapitalized).length * 2 > words.length
  const names = words.filter((match, index) => {
    const { 0: word } = match
    if (isNumber(word)) return false
    if (/\p{N}|[\p{L}\p{N}]\p{Lu}/u.test(word)) return true
    const isFirst = index === 0 || /[.:!?]["«„( ]*$/u.test(title.slice(0, match.index))
    return isCapitalized(match) && !isFirst && !isTitleCase
  })
  return names.map(({ 0: word }) => fold(word))
}

// Names are inflected: "Germany" and "German".
function isMissing(name: string, words: string[]): boolean {
  if (/\p{N}/u.test(name)) return !words.includes(name)
  const beginning = name.slice(0, 4)
  return !words.some((word) => word.slice(0, 4) === beginning)
}
