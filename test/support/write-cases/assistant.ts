import {
  changeAgent,
  createAgent,
  removeAgent,
  restartAgent,
  toggleAgent,
} from '../../../src/assistant/agent/writes.ts'
import { changeBug, createBug, removeBug } from '../../../src/assistant/bug/writes.ts'
import {
  changeImprovement,
  createImprovement,
  removeImprovement,
} from '../../../src/assistant/improvement/writes.ts'
import { changeService, createService, removeService } from '../../../src/assistant/service/writes.ts'
import {
  changeServiceTask,
  createServiceTask,
  removeServiceTask,
} from '../../../src/assistant/service-task/writes.ts'
import { unchanged, type WriteCases } from './write-case.ts'

const title = 'Changed'

/** The records of the assistant. */
export const assistantCases: WriteCases = {
  writers: {
    createAgent: (em, actor) => createAgent(em, actor, { name: actor.person ? 'new-bot' : 'sales-bot' }),
    createBug: (em, actor) => createBug(em, actor, { title: 'New' }),
    createImprovement: (em, actor) => createImprovement(em, actor, { title: 'New' }),
    createService: (em, actor) => createService(em, actor, { name: `Of ${actor.by.name}` }),
    createServiceTask: (em, actor) => createServiceTask(em, actor, { title: 'New' }),
    changeAgent: (em, actor, { ids }) => changeAgent(em, actor, ids.agents!, { title }, unchanged),
    changeBug: (em, actor, { ids }) => changeBug(em, actor, ids.bugs!, { title }, unchanged),
    changeImprovement: (em, actor, { ids }) =>
      changeImprovement(em, actor, ids.improvements!, { title }, unchanged),
    changeService: (em, actor, { ids }) =>
      changeService(em, actor, ids.services!, { name: 'Changed' }, unchanged),
    changeServiceTask: (em, actor, { ids }) =>
      changeServiceTask(em, actor, ids.service_tasks!, { title }, unchanged),
    removeAgent: (em, actor, { ids }) => removeAgent(em, actor, ids.agents!),
    removeBug: (em, actor, { ids }) => removeBug(em, actor, ids.bugs!),
    removeImprovement: (em, actor, { ids }) => removeImprovement(em, actor, ids.improvements!),
    removeService: (em, actor, { ids }) => removeService(em, actor, ids.services!),
    removeServiceTask: (em, actor, { ids }) => removeServiceTask(em, actor, ids.service_tasks!),
    restartAgent: (em, actor, { ids }) => restartAgent(em, actor, ids.agents!),
    toggleAgent: (em, actor, { ids }) => toggleAgent(em, actor, ids.agents!, {}),
  },
}
