import { type CallName, calls } from '@thumba/contract/calls';
import { API_BASE } from '@thumba/contract/envelope';
import { expect } from 'vitest';
import { startAppServer } from '../../../test/app-server.ts';
import { requestNetworkHash } from '../../people/borrower/network-address.ts';

const COLUMNS = 'kind, outcome, times, borrower_id, actor, request_reference, network_hash, detail';

export type LoggedServer = Awaited<ReturnType<typeof startLoggedServer>>;

/** A server behind a proxy, whose callers say where they come from, with its security log. */
export async function startLoggedServer() {
  const server = await startAppServer({ settings: { TRUST_PROXY: '1', METRICS_FOR: '10.9.9.0/24' } });
  const networkOf = (address: string): Buffer => requestNetworkHash(server.sealing, address);
  return {
    ...server,
    networkOf,
    async eventsOf(kind: string, borrowerId?: number) {
      await server.app.securityLog.flush();
      return server.query(
        `select ${COLUMNS} from security_event
         where kind = $1 and ($2::bigint is null or borrower_id = $2) order by event_id`,
        [kind, borrowerId ?? null],
      );
    },
    /** What an event of a request has besides its kind and detail. */
    ofRequest: (borrowerId: number | null, address = '127.0.0.1') => ({
      borrower_id: borrowerId,
      actor: null,
      times: 1,
      request_reference: expect.stringMatching(/^[0-9a-f]{8}$/),
      network_hash: networkOf(address),
    }),
  };
}

/** The path of a call that has no id in it, as the log has it. */
export const routeOf = (name: CallName): string => API_BASE + calls[name].path;

export const otherThan = (code: string): string =>
  String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
