import type { FastifyInstance } from 'fastify';

/** What the lender's server tells of the borrowers of its demo, and how it signs one in. */
export type DemoBorrowers = {
  list(): Promise<{ mobile: string; name: string; state: string }[]>;
  /** Undefined for a number that is not of the demo. A refusal throws, with its sentence. */
  signIn(mobile: string): Promise<{ token: string; deviceSecret: string } | undefined>;
};

/** Without borrowers of a demo the list is empty, and no number can be signed in. */
export function registerBorrowers(app: FastifyInstance, demo: DemoBorrowers | undefined): void {
  app.get('/borrowers', async () => ({ borrowers: (await demo?.list()) ?? [] }));
  if (!demo) return;
  app.post<{ Params: { mobile: string } }>('/borrowers/:mobile/session', async (request, reply) => {
    const session = await demo.signIn(request.params.mobile);
    return session ?? reply.code(404).send({ error: 'This number is not a borrower of the demo.' });
  });
}
