import type { Actor } from '../../../src/access/actor.ts'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { importKinds } from '../../../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../../../src/portfolio/import/mapping.ts'
import { previewImport, replacePreview } from '../../../src/portfolio/import/preview.ts'
import { rememberMapping } from '../../../src/portfolio/import/remembered-mapping.ts'
import { emptyResult } from '../../../src/portfolio/import/result.ts'
import { importFile } from '../../../src/portfolio/import/run.ts'
import {
  discardImport,
  fileOf,
  mapStagedImport,
  runImport,
  stageImport,
} from '../../../src/portfolio/import/stage.ts'
import { type Given, type WriteCases, withoutPerson } from './write-case.ts'

const kind = 'keyword-positions'

function upload(em: EntityManager, actor: Actor, { app_slug }: Given) {
  const content = Buffer.from(
    `app_slug,keyword,country,position,date\n${app_slug},of ${actor.by.name},DE,7,2026-01-01`,
  )
  return stageImport(em, actor, { kind, file_name: 'positions.csv', content })
}

/** Returns a file of the actor, which is mapped. */
async function uploaded(em: EntityManager, actor: Actor, given: Given) {
  const staged = await upload(em, withoutPerson(actor), given)
  const mapping = mappingByName(importKinds[kind], staged.columns.names, {})
  await mapStagedImport(em, withoutPerson(actor), staged.id, mapping)
  return { ...staged, mapping }
}

/** Imports of CSV files. Every file belongs to the caller. */
export const importCases: WriteCases = {
  writers: {
    stageImport: upload,
    mapStagedImport: async (em, actor, given) => {
      const { id, mapping } = await uploaded(em, actor, given)
      return mapStagedImport(em, actor, id, mapping)
    },
    rememberMapping: async (em, actor, given) => {
      const staged = await uploaded(em, actor, given)
      return rememberMapping(em, actor, staged, staged.mapping)
    },
    previewImport: async (_em, actor, given) => {
      const { id } = await transact(given.orm, (em) => uploaded(em, actor, given))
      return previewImport(given.orm, actor, id)
    },
    replacePreview: async (em, actor, given) =>
      replacePreview(em, actor, (await uploaded(em, actor, given)).id, emptyResult([])),
    importFile: async (em, actor, given) =>
      importFile(em, actor, fileOf(em, await uploaded(em, actor, given))),
    runImport: async (em, actor, given) => runImport(em, actor, (await uploaded(em, actor, given)).id),
    discardImport: async (em, actor, given) =>
      discardImport(em, actor, (await uploaded(em, actor, given)).id),
  },
}
