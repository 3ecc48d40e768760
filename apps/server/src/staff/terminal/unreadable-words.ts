import { StartFailure } from '../../platform/start-failure.ts';

/**
 * Why the words of a command cannot be read, of a StartFailure or of what parseArgs throws. Undefined for any other error.
 * The first sentence of parseArgs names the option; the next ones are about options in general.
 */
export function whyUnreadable(error: unknown): string | undefined {
  if (error instanceof StartFailure) return error.message;
  const isOfParseArgs =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isOfParseArgs ? `${error.message.split(/\. |\n/)[0]}.` : undefined;
}
