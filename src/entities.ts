/** The entities of every module, for tools outside of this repository that open the database. */
export { entities } from './catalog/entities.ts'
