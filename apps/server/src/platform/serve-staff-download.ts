import { Readable } from 'node:stream';
import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from './reply.ts';
import { done } from './reply.ts';
import { type SignedInCaller, type StaffInput, type StaffServer, staffRoute } from './serve-staff.ts';

/** A file that is written while it is sent. */
export type StaffDownload = {
  fileName: string;
  contentType: string;
  pieces: AsyncIterable<string | Uint8Array>;
};

type DownloadHandler<Name extends StaffCallName> = (
  input: StaffInput<Name>,
  caller: SignedInCaller,
) => Promise<StaffDownload | Reply<never>>;

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Serves a call whose answer is a file. The audit has the look, with what was asked for, before any of it is sent. A
 * refusal is an answer as of any other call.
 */
export function serveStaffDownload<Name extends StaffCallName>(
  server: StaffServer,
  name: Name,
  handler: DownloadHandler<Name>,
  detailOf: (input: StaffInput<Name>) => Record<string, unknown>,
): void {
  const opened = new WeakMap<FastifyRequest, StaffDownload>();
  const route = staffRoute<Name>(
    server,
    name,
    async (input, caller, request) => {
      const given = await handler(input, caller as SignedInCaller);
      if ('code' in given) return given;
      opened.set(request, given);
      return done(null as never);
    },
    BODY_LIMIT_BYTES,
    detailOf,
  );
  server.app.route({
    ...route,
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const answer = await route.handler(request, reply);
      const download = opened.get(request);
      if (!download) return answer;
      return reply
        .header('content-type', download.contentType)
        .header('content-disposition', `attachment; filename="${download.fileName}"`)
        .send(Readable.from(download.pieces, { objectMode: false }));
    },
  });
}
