import type { AddressInfo } from 'node:net';
import { type AppBorrower, apply, type Details, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { startSimulator } from '../../simulator/simulator.test-support.ts';

/** A server that asks the simulated bureau of another process. */
export async function startWithBureau(settings: Record<string, string> = {}): Promise<{
  server: AppServer;
  /** The files that the bureau has, by their names. */
  filesOfBureau(): Promise<Map<string, string>>;
  stop(): Promise<void>;
}> {
  const database = await createTestDatabase();
  const simulator = await startSimulator(database.url);
  const { port } = simulator.app.server.address() as AddressInfo;
  const server = await startAppServer({
    settings: {
      BUREAU_URL: `http://127.0.0.1:${port}/sim/bureau`,
      BUREAU_USER: demoSettings.bureauUser,
      BUREAU_PASSWORD: demoSettings.bureauPassword,
      BUREAU_TIMEOUT_MS: '400',
      ...settings,
    },
  });
  return {
    server,
    async filesOfBureau() {
      const rows = await runOnServer(database.url, 'select name, body from simulator.bureau_file');
      return new Map(rows.map(([name, body]) => [String(name), String(body)]));
    },
    async stop() {
      await server.stop();
      simulator.app.server.closeAllConnections();
      await simulator.stop();
      await database.drop();
    },
  };
}

export async function allowBureau(borrower: AppBorrower, given = true): Promise<void> {
  await borrower.ask('saveConsent', {
    body: { kind: 'bureau', given, wordingVersion: standingVersion('bureau') },
  });
}

/** A borrower who allows the question, with an identity number that begins with these three digits. */
export async function knownAs(
  server: AppServer,
  digits: string,
  details: Details = {},
): Promise<AppBorrower> {
  const idNumber = `${digits}${server.newMobile().slice(-3)}/10/1`;
  const borrower = await signUp(server, { idNumber, ...details });
  await allowBureau(borrower);
  return borrower;
}

/** Applies, and answers the decision with the question that was asked for it. */
export async function decide(server: AppServer, borrower: AppBorrower, amount = 1000) {
  await apply(borrower, { amount });
  const [row] = await server.query(
    `select d.outcome, d.reasons, d.inputs, e.enquiry_id, e.state, e.cause, e.consent_version, d.loan_id
     from loan_decision d left join bureau_enquiry e on e.borrower_id = d.borrower_id
       and e.enquiry_id = (d.inputs ->> 'bureauEnquiryId')::bigint
     where d.borrower_id = $1
     order by d.loan_id desc limit 1`,
    [borrower.borrowerId],
  );
  return row;
}
