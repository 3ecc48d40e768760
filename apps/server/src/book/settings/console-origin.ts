import type { Config } from './config.ts';

/**
 * The origin of `CONSOLE_URL`. In a demo this machine, because passkeys refuse addresses that are numbers. Undefined where
 * no console is served.
 */
export function consoleOriginOf(
  { CONSOLE_URL, demo }: Pick<Config, 'CONSOLE_URL' | 'demo'>,
  publicUrl: string,
): string | undefined {
  if (CONSOLE_URL !== undefined) return new URL(CONSOLE_URL).origin;
  if (!demo) return undefined;
  const { port } = new URL(publicUrl);
  return port === '' ? 'http://localhost' : `http://localhost:${port}`;
}
