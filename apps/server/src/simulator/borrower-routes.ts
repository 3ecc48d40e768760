import type { FastifyInstance } from 'fastify';

/** What the lender's server tells of the borrowers of its demo, and how it signs one in. */
export type DemoBorrowers = {
  list(): Promise<{ mobile: string; name: string; state: string }[]>;
  /** Undefined for a number that is not of the demo. A refusal throws, with its sentence. */
  signIn(mobile: string): Promise<{ token: string; deviceSecret: string } | undefined>;
};

/** Without a demo there is no such call. */
export function registerBorrowers(app: FastifyInstance, demo: DemoBorrowers | undefined): void {
  if (!demo) return;
  app.get('/borrowers', async () => ({ borrowers: await demo.list() }));
  app.post<{ Params: { mobile: string } }>('/borrowers/:mobile/session', async (request, reply) => {
    const session = await demo.signIn(request.params.mobile);
    return session ?? reply.code(404).send({ error: 'This number is not a borrower of the demo.' });
  });
}
