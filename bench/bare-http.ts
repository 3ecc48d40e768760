import { createServer } from 'node:http';

/* A server that reads a body and answers as many bytes as a repayment does, and nothing else. Started by `bench/floor.ts`. */

const ANSWER = JSON.stringify({ code: 200, msg: 'OK', data: { filler: 'x'.repeat(180) } });

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', ANSWER.length);
    response.end(ANSWER);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
