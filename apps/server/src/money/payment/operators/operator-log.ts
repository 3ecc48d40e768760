/** The part of the server's log that adapters use. They log ids and codes, never numbers, names, keys or bodies. */
export type OperatorLog = { warn(details: Record<string, unknown>, message: string): void };
