import { createServer, type Socket } from 'node:net';
import { WAITING_KWACHA } from './waiting-payments.ts';

const END_OF_HEAD = '\r\n\r\n';

/** MTN and Airtel outside the program. They answer at once that every payment succeeded. */
export type BareOperators = {
  settings: { MTN_BASE_URL: string; AIRTEL_BASE_URL: string };
  /** How many enquiries they answered. */
  enquiries(): number;
  stop(): void;
};

/** As little HTTP as the server's enquiries need, because it shares the processors with the measured server. */
export async function startBareOperators(): Promise<BareOperators> {
  let enquiries = 0;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setEncoding('latin1');
    let received = '';
    socket.on('data', (text: string) => {
      received += text;
      const headEnds = received.indexOf(END_OF_HEAD);
      if (headEnds < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < headEnds + END_OF_HEAD.length + length) return;
      const [method, path] = received.slice(0, received.indexOf('\r\n')).split(' ');
      received = '';
      if (method === 'GET') enquiries += 1;
      const body = JSON.stringify(answerTo(method!, path!, enquiries));
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    settings: { MTN_BASE_URL: `${url}/mtn`, AIRTEL_BASE_URL: `${url}/airtel` },
    enquiries: () => enquiries,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function answerTo(method: string, path: string, number: number): unknown {
  if (method === 'POST') return { access_token: 'token', token_type: 'Bearer', expires_in: 36_000 };
  if (path.startsWith('/mtn/')) {
    return {
      status: 'SUCCESSFUL',
      amount: String(WAITING_KWACHA),
      currency: 'ZMW',
      financialTransactionId: String(number),
    };
  }
  return {
    data: { transaction: { airtel_money_id: `MP${number}`, message: 'success', status: 'TS' } },
    status: { code: '200', message: 'SUCCESS', success: true },
  };
}
