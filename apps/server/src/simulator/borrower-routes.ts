import type { FastifyInstance } from 'fastify';

/** A person of staff of a demo, with the code that their authenticator app shows now. */
export type DemoStaffMember = { userName: string; name: string; roles: string; code: string };

/** The people of staff of a demo, and how they sign in to the console at this address. */
export type DemoStaff = { consoleUrl: string; password: string; people: DemoStaffMember[] };

/** What the lender's server tells of the borrowers of its demo, and how it signs one in. */
export type DemoBorrowers = {
  list(): Promise<{ mobile: string; name: string; state: string }[]>;
  /** Undefined for a number that is not of the demo. A refusal throws, with its sentence. */
  signIn(mobile: string): Promise<{ token: string; deviceSecret: string } | undefined>;
  /** Undefined for a demo without people of staff. */
  staff(): Promise<DemoStaff | undefined>;
};

/** Without borrowers of a demo the list is empty, and no number can be signed in. */
export function registerBorrowers(app: FastifyInstance, demo: DemoBorrowers | undefined): void {
  app.get('/borrowers', async () => ({ borrowers: (await demo?.list()) ?? [] }));
  app.get('/staff', async () => (await demo?.staff()) ?? { people: [] });
  if (!demo) return;
  app.post<{ Params: { mobile: string } }>('/borrowers/:mobile/session', async (request, reply) => {
    const session = await demo.signIn(request.params.mobile);
    return session ?? reply.code(404).send({ error: 'This number is not a borrower of the demo.' });
  });
}
