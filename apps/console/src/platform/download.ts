import { useMutation } from '@tanstack/react-query';
import { STAFF_HEADER, type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffRequest } from '@thumba/contract/staff/wire';
import { CallFailure, OFFLINE, sentenceOf } from './call-failure.ts';
import { connection } from './connection.ts';
import { addressOf, dataOf, parse, type RequestParts } from './staff-call.ts';
import { showToast } from './toasts.ts';

/** After it, a file whose end did not arrive counts as lost. */
const ANSWER_MS = 10 * 60_000;

/** Makes a staff call whose answer is a file, and saves the file in the browser. */
async function download<Name extends StaffCallName>(name: Name, request: StaffRequest<Name>): Promise<void> {
  const { response, blob } = await receive(name, request);
  const type = response.headers.get('content-type') ?? '';
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (!response.ok || type.startsWith('application/json') || named === undefined) {
    dataOf(name, response.status, parse(await blob.text()));
    return;
  }
  connection.set('connected');
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = named;
  link.click();
  // The browser reads the file from this address after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function receive<Name extends StaffCallName>(
  name: Name,
  request: StaffRequest<Name>,
): Promise<{ response: Response; blob: Blob }> {
  try {
    const response = await fetch(addressOf(name, request as RequestParts), {
      method: staffCalls[name].method,
      headers: { [STAFF_HEADER]: 'person', 'content-type': 'application/json' },
      body: JSON.stringify((request as RequestParts).body ?? {}),
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { response, blob: await response.blob() };
  } catch {
    connection.set('offline');
    throw new CallFailure('offline', OFFLINE);
  }
}

/** Downloads a file of a staff call. A failure is told in a toast. */
export function useDownload<Name extends StaffCallName>(name: Name) {
  const { mutate, isPending } = useMutation<void, Error, StaffRequest<Name>>({
    mutationKey: [name],
    mutationFn: (request) => download(name, request),
    onError: (error) => showToast(sentenceOf(error)),
  });
  return { save: mutate, isBusy: isPending };
}
