import { describe, expect, it } from 'vitest'
import { makeApplication } from '../../support/operations.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld()
const admin = await makePerson(world, 'admin')
const manager = await makePerson(world, 'manager')
const colleague = await makePerson(world, 'manager')

const at = (id: number, rest = '') => `/applications/${id}${rest}`

describe('the archive of an application', () => {
  it('hides it from lists and rejects changes until it is restored with its previous status', async () => {
    const { id } = await makeApplication(manager, { status: 'paused' })
    const archived = await manager.send('POST', at(id, '/archive'))
    expect(archived).toMatchObject({ status: 200, body: { data: { id, status: 'archived' } } })
    expect(archived.body.data.archived_at).toMatch(/Z$/)
    expect(archived.body.data).not.toHaveProperty('status_before')
    const repeated = await manager.send('PUT', at(id, '/archive'))
    expect(repeated.body.data).toEqual(archived.body.data)

    const ids = async (query: string) =>
      (await admin.send('GET', `/applications?${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('')).not.toContain(id)
    expect(await ids('include_archived=1')).toContain(id)
    expect(await ids('status=archived')).toContain(id)

    const changed = await manager.send('PATCH', at(id), { name: 'Other' })
    expect(changed).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await colleague.send('PATCH', at(id), { name: 'Other' })).status).toBe(403)

    const restored = await manager.send('DELETE', at(id, '/archive'))
    expect(restored.body.data).toMatchObject({ status: 'paused', archived_at: null })
    expect((await manager.send('DELETE', at(id, '/archive'))).body.data).toEqual(restored.body.data)
    const history = (await admin.send('GET', at(id, '/history'))).body.data
    expect(history.map(({ event }: { event: string }) => event)).toEqual(['restored', 'archived', 'created'])
  })

  it.each(['POST', 'PATCH', 'PUT'])('accepts If-Match on %s', async (method) => {
    const { id } = await makeApplication(manager)
    const archive = (etag: string, caller = manager) =>
      caller.send(method, at(id, '/archive'), undefined, { 'if-match': etag })
    const currentEtag = async () => String((await manager.send('GET', at(id))).headers.etag)
    const outdated = await currentEtag()
    await manager.send('PATCH', at(id), { name: 'Other' })
    expect((await archive(outdated, colleague)).status).toBe(403)
    expect(await archive(outdated)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    expect((await manager.send('GET', at(id))).body.data.status).toBe('active')
    const archived = await archive(await currentEtag())
    expect([archived.status, archived.headers.etag]).toEqual([200, await currentEtag()])
  })

  it('lets an archived application be deleted', async () => {
    const { id } = await makeApplication(manager)
    await manager.send('PATCH', at(id, '/archive'))
    expect((await manager.send('DELETE', at(id))).status).toBe(204)
    expect((await manager.send('DELETE', at(id, '/archive'))).status).toBe(404)
    expect((await admin.send('GET', at(id, '/history'))).status).toBe(404)
  })
})
