import { z } from 'zod'
import { listSignals, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { placed } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { signalView } from '../records.ts'

const { status, severity } = SignalQuery.shape

export const signalTool = listTool({
  name: 'list_signals',
  title: 'List signals',
  description:
    'Growth points, problems and risks, newest first. Look here before you report one: a second signal about the same thing is noise. get_product tells what else is known of its product.',
  key: 'signals',
  view: signalView,
  input: z.strictObject({ ...placed, status, severity }),
  list: listSignals,
})
