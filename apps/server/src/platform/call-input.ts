import { contractWords } from '@thumba/contract/contract-words';
import type { CallSchemas } from '@thumba/contract/schemas';
import type { FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import { type Reply, refused } from './reply.ts';

/** The parts of a request as its call declares them, or what is wrong with the first part that is not as declared. */
export function readInput(
  shapes: CallSchemas,
  request: FastifyRequest,
): { given: Record<string, unknown>; error?: ZodError } {
  const given: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    // The schema library's own messages name types, which say nothing to a borrower.
    const error = () => contractWords.check;
    const parsed = shapes[part]?.safeParse(request[part] ?? {}, { error });
    if (parsed?.error) return { given, error: parsed.error };
    if (parsed) given[part] = parsed.data;
  }
  return { given };
}

/** A refusal with a sentence for each field. */
export function refusedInput({ issues }: ZodError): Reply<never> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (field !== '') fields[field] ??= message;
  }
  return refused(400, issues[0]?.message ?? contractWords.check, { fields });
}

/** A header with one value; empty where it is missing or repeated. */
export function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
