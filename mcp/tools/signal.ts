import { z } from 'zod'
import { listSignals, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { view } from '../view.ts'

export const signalView = view(
  Signal,
  'id',
  'signal_type',
  'severity',
  'status',
  'title',
  'recommended_action',
  'product_slug',
  'direction_slug',
  'app_slug',
  'created_at',
)

const { status, severity } = SignalQuery.shape

export const listSignalsTool = listTool({
  name: 'list_signals',
  title: 'List signals',
  description:
    'Growth points, problems and risks, newest first. Search here before you report one, to avoid duplicates. Call get_product for other records of its product.',
  kind: 'signal',
  view: signalView,
  input: z.strictObject({ ...recordListArguments, app_slug: appSlugArgument, status, severity }),
  list: listSignals,
})
