import { expect } from 'vitest';
import type { AppServer } from './app-server.ts';

/** Says whose name the operator has for a number. */
export async function setHolder(
  server: AppServer,
  mobile: string,
  firstName: string,
  lastName: string,
): Promise<void> {
  const response = await fetch(`${server.url}/sim/api/phones/${mobile}/holder`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName, lastName }),
  });
  expect(response.status).toBe(200);
}
