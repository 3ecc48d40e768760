import { finished } from 'node:stream';
import { type StaffFileCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffAnswer, StaffParams, StaffQuery } from '@thumba/contract/staff/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPlaces } from './places.ts';
import { type Reply, refused } from './reply.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';
import { admitStaff, callerOf, type SignedInCaller, type StaffServer, staffRoute } from './serve-staff.ts';
import { giveBodyTime } from './slow-bodies.ts';

type FileHandler<Name extends StaffFileCallName> = (
  input: { params: StaffParams<Name>; query: StaffQuery<Name>; file: Buffer },
  caller: SignedInCaller,
) => Promise<Reply<StaffAnswer<Name>>>;

/** Less than after which Node gives up a request. A file of 64 MB arrives in it at 5 Mbit/s. */
const FILE_MS = 110_000;
/** Of the process: a file and what is read from it need several times its size in memory. */
const FILES_AT_ONCE = 2;

const places = createPlaces({ atOnce: FILES_AT_ONCE, perHolder: 1 });

const BUSY = refused(409, 'Another file is being read. Please try again in a minute.', { reason: 'busy' });

/**
 * Serves a call whose body is the bytes of a file. The caller, the permission and the announced length are checked before
 * the body is received. The bytes are counted as they arrive.
 */
export function serveStaffFile<Name extends StaffFileCallName>(
  server: StaffServer,
  name: Name,
  handler: FileHandler<Name>,
): void {
  const { mostBytes } = staffCalls[name].file;
  const underWay = new WeakMap<FastifyRequest, Promise<unknown>>();

  async function refusalOf(request: FastifyRequest, reply: FastifyReply): Promise<Reply<never> | undefined> {
    const admitted = await admitStaff(server, name, request, callerOf(request, reply));
    if ('refusal' in admitted) return admitted.refusal;
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) return tooLarge(mostBytes);
    const holder = String(admitted.person!.staffId);
    if (places.take(holder) !== 'taken') return BUSY;
    // The answer ends also where the sender hangs up. What reads the file needs its memory until it has ended itself.
    finished(reply.raw, async () => {
      await underWay.get(request);
      places.free(holder);
    });
    giveBodyTime(request.raw, FILE_MS);
    return undefined;
  }

  const route = staffRoute<Name>(
    server,
    name,
    async (input, caller, request) => {
      // Its place is free already.
      if (request.raw.socket.destroyed) return BUSY;
      const file = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
      const answer = handler({ ...input, file }, caller as SignedInCaller);
      underWay.set(
        request,
        answer.catch(() => undefined),
      );
      return answer;
    },
    mostBytes,
  );
  // In a part of its own, because everywhere else a body is JSON.
  void server.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, next) => next(null, bytes));
    scope.route({
      ...route,
      async onRequest(request, reply) {
        const refusal = await refusalOf(request, reply);
        if (!refusal) return;
        // If the connection were closed while the caller still sends, the caller would not read the answer.
        reply.raw.shouldKeepAlive = true;
        return reply.headers(ANSWER_HEADERS).send(envelope(refusal));
      },
    });
  });
}

function tooLarge(mostBytes: number): Reply<never> {
  return refused(400, `The file is larger than ${mostBytes / 1024 / 1024} MB.`, { reason: 'too_large' });
}
