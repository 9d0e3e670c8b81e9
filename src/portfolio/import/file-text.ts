import { isUtf8 } from 'node:buffer'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { type Encoding, encodings, guessEncodings } from './encoding.ts'

type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | Encoding

// A parser that receives 16 KB blocks the process for some milliseconds only, whatever they contain.
const sliceBytes = 16 * 1024
const sampleBytes = 64 * 1024

/**
 * Returns the text of an uploaded file as UTF-8, in slices. The byte order mark is removed. `chosen` is the encoding of a
 * file that is neither UTF-8 nor UTF-16.
 *
 * @throws Fault on the field `file` if the content is not text, on `encoding` if it may be in one of several encodings. A
 * fault in the middle of the text is found while the slices are read.
 */
export function textSlices(content: Buffer, chosen?: Encoding): Iterable<Buffer> {
  if (content.subarray(0, 4).equals(oldWorkbook)) throw notCsv(phrase('imports.oldWorkbook'))
  const encoding = encodingOf(content, chosen)
  const format = formatOf(new TextDecoder(encoding).decode(content.subarray(0, 1000)).trimStart())
  if (format) throw notCsv(format)
  return encoding === 'utf-8' ? slicesOf(content.subarray(markLength(content))) : decoded(content, encoding)
}

const utf8Mark = Buffer.from('\uFEFF')

function encodingOf(content: Buffer, chosen: Encoding | undefined): FileEncoding {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  if (isUtf8(content)) return 'utf-8'
  if (chosen) return chosen
  if (isDamagedUtf8(content))
    throw invalid({ file: phrase('imports.damagedUtf8', { line: damagedLine(content) }) })
  if (controlByte.test(content.toString('latin1'))) throw binary()
  return guessedEncoding(content)
}

// Excel saves "CSV" in the code page of the computer, which is Windows-1251 for Russian and 1252 for German.
function guessedEncoding(content: Buffer): Encoding {
  const guesses = guessEncodings(content)
  const [guess, another] = guesses
  if (!guess) throw invalid({ file: phrase('imports.unknownEncoding', { line: damagedLine(content) }) })
  if (!another) return guess.encoding
  const samples = guesses
    .map(({ encoding, sample }) => phrase('imports.sample', { encoding: encodings[encoding], text: sample }))
    .reduceRight((others, first) => phrase('imports.samples', { first, others }))
  throw invalid({ encoding: phrase('imports.encodingInDoubt', { samples }) })
}

// In UTF-8, a text in another encoding has hardly any valid character beyond ASCII.
function isDamagedUtf8(content: Buffer): boolean {
  if (markLength(content) > 0) return true
  const start = content.subarray(0, sampleBytes).toString()
  const count = (pattern: RegExp) => start.match(pattern)?.length ?? 0
  return count(/[\u0080-\uFFFC]/g) > count(/\uFFFD/g)
}

function damagedLine(content: Buffer): number {
  const text = content.toString()
  return (text.slice(0, text.indexOf('\uFFFD')).match(/\r\n|\r|\n/g)?.length ?? 0) + 1
}

function markLength(content: Buffer): number {
  return content.subarray(0, utf8Mark.length).equals(utf8Mark) ? utf8Mark.length : 0
}

function notCsv(format: Phrase) {
  return invalid({ file: phrase('imports.notCsv', { format }) })
}

function formatOf(start: string): Phrase | undefined {
  if (json.test(start)) return phrase('imports.jsonDocument')
  return Object.entries(formats).find(([prefix]) => start.startsWith(prefix))?.[1]
}

const oldWorkbook = Buffer.from('d0cf11e0', 'hex')
// A title may begin with a bracket too.
const json = /^(\[\s*[[\]{"\d]|\{\s*["}])/
const formats: Record<string, Phrase> = {
  'PK\x03\x04': phrase('imports.workbook'),
  '%PDF': phrase('imports.pdfDocument'),
  '<': phrase('imports.htmlDocument'),
}

function* slicesOf(content: Buffer): Generator<Buffer> {
  if (content.includes(0)) throw binary()
  for (let start = 0; start < content.length; start += sliceBytes)
    yield content.subarray(start, start + sliceBytes)
}

// Where each byte is a character, only control characters show that a file is not text.
const controlCharacter = /[^\P{Cc}\t-\r]/u
const controlByte = /[^\P{Cc}\t-\r\u0080-\u009F]/u

function* decoded(content: Buffer, encoding: FileEncoding): Generator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const isText = (text: string) =>
    encoding in encodings ? !controlCharacter.test(text) : !text.includes('\0')
  for (let start = 0; start <= content.length; start += sliceBytes) {
    const slice = content.subarray(start, start + sliceBytes)
    const text = decodeSlice(decoder, slice, start + sliceBytes <= content.length, encoding)
    if (!isText(text)) throw binary()
    if (text !== '') yield Buffer.from(text)
  }
}

function decodeSlice(decoder: TextDecoder, slice: Buffer, stream: boolean, encoding: FileEncoding): string {
  try {
    return decoder.decode(slice, { stream })
  } catch {
    const problem =
      encoding in encodings
        ? phrase('imports.damagedEncoding', { encoding: encodings[encoding as Encoding] })
        : phrase('imports.damagedUtf16')
    throw invalid({ file: problem })
  }
}

function binary() {
  return invalid({ file: phrase('imports.binary') })
}
