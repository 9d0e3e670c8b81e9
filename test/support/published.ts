import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openapiDocument } from '../../http/openapi/openapi.ts'
import type { Server } from '../../http/server/server.ts'

type Answered = { statusCode: number; body: string }

// Every server of this checkout publishes the same operations, or none. Generating the document and compiling its
// schemas takes longer than most tests.
const known = new Map<boolean, ReturnType<typeof validator>>()

/**
 * Validates answers against the OpenAPI document that the servers publish. `faults` returns the violations. The
 * `servers` of the document are those of the first server.
 */
export async function readPublished(app: Server) {
  const found = known.get(app.config.DOCS) ?? validator(await textOf(app))
  known.set(app.config.DOCS, found)
  return found
}

async function textOf(app: Server): Promise<string> {
  const published = await app.inject('/openapi.json')
  return published.statusCode === 404 ? JSON.stringify(openapiDocument([], {}, '')) : published.body
}

function validator(text: string) {
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document is read; another test validates it
  const document: any = JSON.parse(text)
  if (!document.paths) throw new Error(`The document cannot be read: ${text}`)
  // Inlined and optimized code takes three times as long to generate, and most of it validates few answers.
  const cheap = { inlineRefs: false, code: { optimize: false } }
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { iri: URL.canParse }, ...cheap })
  formats.default(ajv)
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ReturnType<typeof ajv.compile>>()
  const templates = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`) }))
  return {
    document,
    faults(method: string, url: string, { statusCode, body }: Answered): string[] {
      const path = templates.find(({ pattern }) => pattern.test(url.split('?')[0]!))?.path
      const operation = path && document.paths[path][method.toLowerCase()]
      // The document has no entry for an unknown path or method.
      if (!operation) return []
      const answer = operation.responses[statusCode]
      if (!answer) return [`${method} ${path} does not document ${statusCode}`]
      const own = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${statusCode}`
      const pointer = answer.$ref?.slice(1) ?? own
      if (!answer.$ref && !answer.content) return body === '' ? [] : ['a body where none is documented']
      // The second option of a change is for callers without read access, and would accept nearly everything.
      const isChange =
        answer.content?.['application/json'].schema.anyOf?.[1]?.$ref?.endsWith('/WriteOnlyResult')
      const schema = isChange ? 'schema/anyOf/0' : 'schema'
      const $ref = `document#${pointer}/content/${escaped('application/json')}/${schema}`
      const validate = validators.get($ref) ?? ajv.compile({ $ref })
      validators.set($ref, validate)
      if (validate(JSON.parse(body))) return []
      return validate.errors!.map((error) => `${error.instancePath} ${error.message}`)
    },
  }
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
