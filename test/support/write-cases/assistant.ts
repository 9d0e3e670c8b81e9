import { changeAgent } from '../../../src/assistant/agent/change.ts'
import { createAgent } from '../../../src/assistant/agent/create.ts'
import { removeAgent } from '../../../src/assistant/agent/remove.ts'
import { restartAgent } from '../../../src/assistant/agent/restart.ts'
import { toggleAgent } from '../../../src/assistant/agent/toggle.ts'
import { changeBug } from '../../../src/assistant/bug/change.ts'
import { createBug } from '../../../src/assistant/bug/create.ts'
import { removeBug } from '../../../src/assistant/bug/remove.ts'
import { changeImprovement } from '../../../src/assistant/improvement/change.ts'
import { createImprovement } from '../../../src/assistant/improvement/create.ts'
import { removeImprovement } from '../../../src/assistant/improvement/remove.ts'
import { changeService } from '../../../src/assistant/service/change.ts'
import { createService } from '../../../src/assistant/service/create.ts'
import { removeService } from '../../../src/assistant/service/remove.ts'
import { changeServiceTask } from '../../../src/assistant/service-task/change.ts'
import { createServiceTask } from '../../../src/assistant/service-task/create.ts'
import { removeServiceTask } from '../../../src/assistant/service-task/remove.ts'
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
