import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isOutcomeCallbackSent } from './callbacks.ts';
import { drawForInstruction, type Faults, strikes, timeoutActsFirst } from './faults.ts';
import type { Instruction, NewInstruction } from './instruction.ts';
import { createInstruction } from './instructions.ts';
import type { Simulator } from './settings.ts';

export type Answer = { status: number; body?: unknown };

/** How an operator answers an instruction. */
type InstructionAnswers = {
  taken(instruction: Instruction, isAmbiguous: boolean): Answer | Promise<Answer>;
  duplicate: Answer;
  refused: Answer;
};

/** Makes an instruction and answers it, unless a fault prevents one of the two. */
export async function answerInstruction(
  { simulator, connections }: OperatorParts,
  reply: FastifyReply,
  wanted: NewInstruction,
  answers: InstructionAnswers,
): Promise<FastifyReply | undefined> {
  const { faults, draw } = await drawForInstruction(simulator.pool);
  if (strikes(faults, 'refused500', draw)) return send(reply, answers.refused);
  if (strikes(faults, 'timeout', draw)) {
    if (timeoutActsFirst(faults, draw)) await createInstruction(simulator, wanted, faults, draw);
    connections.leaveHanging(reply);
    return undefined;
  }
  const instruction = await createInstruction(simulator, wanted, faults, draw);
  if (!instruction) return send(reply, answers.duplicate);
  if (strikes(faults, 'answerLost', draw)) {
    connections.cutOff(reply);
    return undefined;
  }
  await holdUntilCalledBack(simulator, instruction, faults, draw);
  const isAmbiguous = strikes(faults, 'ambiguousFirst', draw);
  return send(reply, await answers.taken(instruction, isAmbiguous));
}

async function holdUntilCalledBack(
  { pool, settings }: Simulator,
  instruction: Instruction,
  faults: Faults,
  draw: number,
): Promise<void> {
  const isExpected = strikes(faults, 'callbackBeforeAnswer', draw) && !strikes(faults, 'callbackLost', draw);
  if (!isExpected || !instruction.callbackUrl) return;
  const steps = Math.ceil(settings.heldAnswerMs / settings.pollMs);
  for (let step = 0; step < steps; step += 1) {
    if (await isOutcomeCallbackSent(pool, instruction.id)) return;
    await pause(settings.pollMs);
  }
}

export type Connections = {
  cutOff: (reply: FastifyReply) => void;
  leaveHanging: (reply: FastifyReply) => void;
};

export type OperatorParts = { simulator: Simulator; connections: Connections };

export function openConnections(app: FastifyInstance, { settings }: Simulator): Connections {
  const hanging = new Map<Socket, NodeJS.Timeout>();
  app.addHook('preClose', async () => {
    for (const [socket, timer] of hanging) {
      clearTimeout(timer);
      socket.destroy();
    }
  });
  return {
    cutOff: (reply) => {
      reply.hijack();
      reply.raw.socket?.destroy();
    },
    leaveHanging: (reply) => {
      reply.hijack();
      const socket = reply.raw.socket;
      if (!socket) return;
      hanging.set(
        socket,
        setTimeout(() => socket.destroy(), settings.hangMs),
      );
      socket.once('close', () => {
        clearTimeout(hanging.get(socket));
        hanging.delete(socket);
      });
    },
  };
}

// Bodies are read as bytes: a message signature covers exactly those, and a body that is not JSON gets the operator's own
// error.
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function jsonOf(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

export function isCallersFault({ statusCode = 500 }: { statusCode?: number }): boolean {
  return statusCode < 500;
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).send(answer.body);
}
