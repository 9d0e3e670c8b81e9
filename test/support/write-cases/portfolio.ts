import { linkApplications } from '../../../src/portfolio/app/applications.ts'
import { changeApp, createApp } from '../../../src/portfolio/app/writes.ts'
import {
  approveCanonRule,
  changeCanonRule,
  createCanonRule,
  withdrawApproval,
} from '../../../src/portfolio/canon-rule/writes.ts'
import {
  changeCompetitor,
  createCompetitor,
  removeCompetitor,
} from '../../../src/portfolio/competitor/writes.ts'
import {
  changeCompetitorReview,
  createCompetitorReview,
  removeCompetitorReview,
} from '../../../src/portfolio/competitor-review/writes.ts'
import { changeDecision, createDecision, restoreDecision } from '../../../src/portfolio/decision/writes.ts'
import { createEconomics } from '../../../src/portfolio/economics/writes.ts'
import { setGuard } from '../../../src/portfolio/guard/set.ts'
import { insights } from '../../../src/portfolio/insight/insight.ts'
import { createInsight } from '../../../src/portfolio/insight/writes.ts'
import {
  changeKeywordPosition,
  createKeywordPosition,
  removeKeywordPosition,
} from '../../../src/portfolio/keyword-position/writes.ts'
import { changeProduct, createProduct } from '../../../src/portfolio/product/writes.ts'
import { approveProposal, askForChanges, rejectProposal } from '../../../src/portfolio/proposal/decide.ts'
import { retract, unretract } from '../../../src/portfolio/retraction/retraction.ts'
import { changeSignal, changeSignalByForm, createSignal } from '../../../src/portfolio/signal/writes.ts'
import {
  changeStoreTruth,
  createStoreTruth,
  removeStoreTruth,
} from '../../../src/portfolio/store-truth/writes.ts'
import { takeBack } from '../../../src/portfolio/task/claim-writes.ts'
import { changeTask, createTask } from '../../../src/portfolio/task/writes.ts'
import { type Given, unchanged, type WriteCases, withoutPerson } from './write-case.ts'

const direction_slug = 'utilities'
const product = ({ ids }: Given) => ({ product_id: ids.products })
const app = ({ ids }: Given) => ({ app_id: ids.apps })

/** The records of the portfolio. */
export const portfolioCases: WriteCases = {
  writers: {
    approveProposal: (em, actor, { ids }) => approveProposal(em, actor, ids.proposals as number),
    askForChanges: (em, actor, { ids }) => askForChanges(em, actor, ids.proposals as number, 'Say more.'),
    rejectProposal: (em, actor, { ids }) => rejectProposal(em, actor, ids.proposals as number, null),
    createProduct: (em, actor) => createProduct(em, actor, { direction_slug, name: `Of ${actor.by.name}` }),
    createApp: (em, actor, given) =>
      createApp(em, actor, { ...product(given), name: 'New', platform: 'iOS' }),
    linkApplications: (em, actor, { ids }) =>
      linkApplications(em, actor, {
        id: ids.apps as number,
        platform: 'iOS',
        bundle_id: 'com.example.linked',
        package_id: null,
      }),
    createSignal: (em, actor, given) =>
      createSignal(em, actor, { ...product(given), title: 'New', signal_type: 'problem' }),
    createInsight: (em, actor, given) =>
      createInsight(em, actor, { ...product(given), title: 'New', body: 'Because.' }),
    createEconomics: (em, actor, given) =>
      createEconomics(em, actor, {
        ...product(given),
        title: 'New',
        period_start: '2026-01-01',
        period_end: '2026-01-31',
      }),
    createDecision: (em, actor, given) =>
      createDecision(em, actor, {
        ...product(given),
        title: 'New',
        decision_type: 'scale',
        owner: 'Anna',
        decision: 'Grow.',
        review_at: '2099-01-01',
      }),
    createTask: (em, actor, given) => createTask(em, actor, { ...product(given), title: 'New' }),
    createCanonRule: (em, actor) =>
      createCanonRule(em, actor, { title: 'New', rule_type: 'freeze-policy', body: 'Freeze.' }),
    createCompetitor: (em, actor, given) => createCompetitor(em, actor, { ...product(given), name: 'New' }),
    createCompetitorReview: (em, actor, { ids }) =>
      createCompetitorReview(em, actor, {
        competitor_id: ids.competitors!,
        body: 'Slow.',
        reviewed_at: '2026-01-01',
      }),
    createKeywordPosition: (em, actor, given) =>
      createKeywordPosition(em, actor, {
        ...app(given),
        keyword: `by ${actor.by.name}`,
        country: 'DE',
        date: '2026-01-01',
      }),
    createStoreTruth: (em, actor, given) =>
      createStoreTruth(em, actor, { ...app(given), date: actor.person ? '2026-01-02' : '2026-01-01' }),

    changeProduct: (em, actor, { ids }) =>
      changeProduct(em, actor, { id: ids.products }, { name: 'Changed' }, unchanged),
    changeApp: (em, actor, { ids }) => changeApp(em, actor, { id: ids.apps }, { name: 'Changed' }, unchanged),
    changeSignalByForm: (em, actor, { ids }) =>
      changeSignalByForm(em, actor, ids.signals!, { title: 'Changed' }, unchanged),
    changeSignal: (em, actor, { ids }) =>
      changeSignal(em, actor, ids.signals!, { title: 'Changed' }, unchanged),
    retract: (em, actor, { ids }) => retract(em, actor, insights, ids.insights!, 'Mistaken.', unchanged),
    unretract: (em, actor, { ids }) => unretract(em, actor, insights, ids.insights!, unchanged),
    changeDecision: (em, actor, { ids }) =>
      changeDecision(em, actor, ids.decisions!, { title: 'Changed' }, unchanged),
    restoreDecision: (em, actor, { ids }) =>
      restoreDecision(em, actor, ids.decisions!, { title: 'Changed' }, unchanged),
    changeTask: (em, actor, { ids }) => changeTask(em, actor, ids.tasks!, { title: 'Changed' }, unchanged),
    takeBack: (em, actor, { ids }) => takeBack(em, actor, ids.tasks!),
    changeCanonRule: (em, actor, { ids }) =>
      changeCanonRule(em, actor, ids.canon_rules!, { title: 'Changed' }, unchanged),
    changeCompetitor: (em, actor, { ids }) =>
      changeCompetitor(em, actor, ids.competitors!, { name: 'Changed' }, unchanged),
    changeCompetitorReview: (em, actor, { ids }) =>
      changeCompetitorReview(em, actor, ids.competitor_reviews!, { body: 'Changed' }, unchanged),
    changeKeywordPosition: (em, actor, { ids }) =>
      changeKeywordPosition(em, actor, ids.keyword_positions!, { keyword: 'changed' }, unchanged),
    changeStoreTruth: (em, actor, { ids }) =>
      changeStoreTruth(em, actor, ids.store_truth!, { title: 'Changed' }, unchanged),

    removeCompetitor: async (em, actor, given) => {
      const withoutReviews = { ...product(given), name: 'Without reviews' }
      const { id } = await createCompetitor(em, withoutPerson(actor), withoutReviews)
      return removeCompetitor(em, actor, id)
    },
    removeCompetitorReview: (em, actor, { ids }) =>
      removeCompetitorReview(em, actor, ids.competitor_reviews!),
    removeKeywordPosition: (em, actor, { ids }) => removeKeywordPosition(em, actor, ids.keyword_positions!),
    removeStoreTruth: (em, actor, { ids }) => removeStoreTruth(em, actor, ids.store_truth!),
  },
  admins: {
    approveCanonRule: (em, actor, { ids }) => approveCanonRule(em, actor, ids.canon_rules!),
    withdrawApproval: (em, actor, { ids }) => withdrawApproval(em, actor, ids.canon_rules!),
    setGuard: (em, actor, { ids }) =>
      setGuard(em, actor, ids.canon_rules!, { guard_when: 'false', guard_effect: 'warn' }),
  },
}
