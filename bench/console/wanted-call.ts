import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { Role } from '@thumba/contract/staff/roles';
import type { MeasuredCall } from './measured-call.ts';
import type { StaffServer } from './staff-server.ts';

const LIST_MS = 200;
export const PAGE_SIZE = 20;

/** A call over HTTP as a person of staff, with another request each time. */
export type WantedCall = {
  title: string;
  name: StaffCallName;
  role: Role;
  request(number: number): object;
  /** 200 ms where it is not given. */
  mostMs?: number;
  /** What of the answer asks for the next page; undefined after the last one. */
  nextOf?(answer: never): object | undefined;
};

export const pick = <Row>(rows: readonly Row[], number: number) => rows[number % rows.length]!;
const onPage = (page: (number: number) => number) => (number: number) =>
  ({ query: { page: page(number), pageSize: PAGE_SIZE } }) as never;
export const firstPage = onPage(() => 1);
export const laterPages = onPage((number) => 2 + number);

export function measured(
  server: StaffServer,
  { title, name, role, request, mostMs = LIST_MS }: WantedCall,
): MeasuredCall {
  let pageCount = Number.POSITIVE_INFINITY;
  return {
    name: title,
    mostMs,
    async call(number) {
      const answer = await server.as(role).call(name, withinList(request(number), pageCount) as never);
      if (answer.code !== 200) throw new Error(`${name}: ${answer.msg}`);
      const { total } = answer.data as { total?: number };
      if (total !== undefined) pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
      return rowsIn(answer.data);
    },
  };
}

/** The request, on a page that the list has: a short list is read again from its first page. */
function withinList(request: { query?: { page?: number } }, pageCount: number): object {
  const page = request.query?.page;
  if (page === undefined || page <= pageCount) return request;
  return { ...request, query: { ...request.query, page: 1 + ((page - 1) % pageCount) } };
}

/** How many rows an answer lists, or one where it is no list. */
function rowsIn(answer: unknown): number {
  const { items } = answer as { items?: unknown[] };
  return Array.isArray(items) ? items.length : 1;
}
