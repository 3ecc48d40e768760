import { connect } from 'node:net';

/** One kept-alive connection with one request at a time. */
export type Connection = { ask(request: string): Promise<string>; close(): void };

const END_OF_HEAD = '\r\n\r\n';

/**
 * As little HTTP as a measurement needs. Client, server and database share the processors, so an expensive client
 * would slow the others. Answers must have a content-length, as the server's do.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  let answered: (body: string) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;

  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    const headEnds = received.indexOf(END_OF_HEAD);
    if (headEnds < 0) return;
    const bodyBegins = headEnds + END_OF_HEAD.length;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < bodyBegins + length) return;
    const body = received.slice(bodyBegins);
    received = '';
    answered(body);
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the server closed a connection')));
  await new Promise<void>((resolve, reject) => {
    failed = reject;
    socket.once('connect', resolve);
  });

  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      });
    },
    close: () => socket.end(),
  };
}
