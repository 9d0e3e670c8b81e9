import table from '../../agent-configs/connectors.json' with { type: 'json' }

/** The agents that need only the address of the server, because they connect by OAuth: their name, and where to enter it. */
export const connectors: readonly { title: string; open: string }[] = Object.values(table)
