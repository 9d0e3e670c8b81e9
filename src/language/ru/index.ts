import { account } from './account.ts'
import { activity } from './activity.ts'
import { agent } from './agent.ts'
import { agentToken } from './agent-token.ts'
import { app } from './app.ts'
import { application } from './application.ts'
import { attention } from './attention.ts'
import { board } from './board.ts'
import { bug } from './bug.ts'
import { bulk } from './bulk.ts'
import { calendar } from './calendar.ts'
import { canonRule } from './canon-rule.ts'
import { click } from './click.ts'
import { company } from './company.ts'
import { compare } from './compare.ts'
import { competitor } from './competitor.ts'
import { competitorReview } from './competitor-review.ts'
import { connect } from './connect.ts'
import { connections } from './connections.ts'
import { contact } from './contact.ts'
import { credential } from './credential.ts'
import { dashboard } from './dashboard.ts'
import { decision } from './decision.ts'
import { digest } from './digest.ts'
import { direction } from './direction.ts'
import { economics } from './economics.ts'
import { error } from './error.ts'
import { evidence } from './evidence.ts'
import { expectation } from './expectation.ts'
import { explore } from './explore.ts'
import { fault } from './fault.ts'
import { field } from './field.ts'
import { form } from './form.ts'
import { guard } from './guard.ts'
import { history } from './history.ts'
import { imports } from './imports.ts'
import { improvement } from './improvement.ts'
import { insight } from './insight.ts'
import { invitation } from './invitation.ts'
import { keyword } from './keyword.ts'
import { keywordPosition } from './keyword-position.ts'
import { layout } from './layout.ts'
import { list } from './list.ts'
import { llmKey } from './llm-key.ts'
import { map } from './map.ts'
import { myDay } from './my-day.ts'
import { note } from './note.ts'
import { notifications } from './notifications.ts'
import { outcomes } from './outcomes.ts'
import { plot } from './plot.ts'
import { product } from './product.ts'
import { proposal } from './proposal.ts'
import { proposals } from './proposals.ts'
import { record } from './record.ts'
import { recordType } from './record-type.ts'
import { reference } from './reference.ts'
import { refusal } from './refusal.ts'
import { requestLog } from './request-log.ts'
import { retract } from './retract.ts'
import { review } from './review.ts'
import { scripts } from './scripts.ts'
import { search } from './search.ts'
import { service } from './service.ts'
import { serviceTask } from './service-task.ts'
import { signIn } from './sign-in.ts'
import { signal } from './signal.ts'
import { storeTruth } from './store-truth.ts'
import { strategy } from './strategy.ts'
import { task } from './task.ts'
import { time } from './time.ts'
import { timeline } from './timeline.ts'
import { trial } from './trial.ts'
import { undo } from './undo.ts'
import { user } from './user.ts'
import { userToken } from './user-token.ts'
import { validation } from './validation.ts'
import { value } from './value.ts'
import { warning } from './warning.ts'
import { week } from './week.ts'

/** The Russian texts, by page. */
export const ru = {
  account,
  activity,
  agent,
  agentToken,
  app,
  application,
  attention,
  board,
  bug,
  bulk,
  calendar,
  canonRule,
  click,
  company,
  compare,
  competitor,
  competitorReview,
  connect,
  connections,
  contact,
  credential,
  dashboard,
  decision,
  digest,
  direction,
  economics,
  error,
  evidence,
  expectation,
  explore,
  fault,
  field,
  form,
  guard,
  history,
  imports,
  improvement,
  insight,
  invitation,
  keyword,
  keywordPosition,
  layout,
  list,
  llmKey,
  map,
  myDay,
  note,
  notifications,
  outcomes,
  plot,
  product,
  proposal,
  proposals,
  record,
  recordType,
  reference,
  refusal,
  requestLog,
  retract,
  review,
  scripts,
  search,
  service,
  serviceTask,
  signal,
  signIn,
  storeTruth,
  strategy,
  task,
  time,
  timeline,
  trial,
  undo,
  user,
  userToken,
  validation,
  value,
  warning,
  week,
}
