/** What adapters need of the server's log. They pass ids and codes, never numbers, names, keys or bodies. */
export type OperatorLog = { warn(details: Record<string, unknown>, message: string): void };
