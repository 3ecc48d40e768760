import { useMutation } from '@tanstack/react-query';
import {
  STAFF_HEADER,
  type StaffCallName,
  type StaffFileCallName,
  staffCalls,
} from '@thumba/contract/staff/calls';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, OFFLINE } from './call-failure.ts';
import { connection } from './connection.ts';
import { refresh } from './query.ts';
import { addressOf, dataOf, parse, type RequestParts } from './staff-call.ts';

/** After it, what was sent and not answered counts as lost. The server waits for a file for almost two minutes. */
const ANSWER_MS = 180_000;

const UNREADABLE = 'The file cannot be read any more. Please choose it again.';

/** False once the file was changed or removed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

type Sending = { onSent: (bytes: number) => void; signal: AbortSignal };

/**
 * Makes a staff call whose body is a file. `fetch` does not tell how much of a body is sent. The browser reads the file
 * while it sends it: bytes that the page has read are copied before they are sent, and the page stands still meanwhile.
 */
function sendFile<Name extends StaffFileCallName>(
  name: Name,
  request: StaffRequest<Name>,
  file: File,
  { onSent, signal }: Sending,
): Promise<StaffAnswer<Name>> {
  const call = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    // A request with a file that cannot be read ends as one without a network does.
    const lost = async () => {
      if (!(await isReadable(file))) return reject(new CallFailure('refused', UNREADABLE));
      connection.set('offline');
      reject(new CallFailure('offline', OFFLINE));
    };
    call.upload.onprogress = ({ loaded }) => onSent(loaded);
    call.onload = () => {
      try {
        resolve(dataOf(name, call.status, parse(call.responseText)));
      } catch (failure) {
        reject(failure);
      }
    };
    call.onerror = () => void lost();
    call.ontimeout = () => void lost();
    call.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => call.abort());
    call.open(staffCalls[name].method, addressOf(name, request as RequestParts));
    call.timeout = ANSWER_MS;
    call.setRequestHeader(STAFF_HEADER, 'person');
    call.setRequestHeader('content-type', 'application/octet-stream');
    call.send(file);
  });
}

/** How many bytes of a file are sent. */
export type Sent = { bytes: number; of: number };

/**
 * Sends a staff call with a file. What it `changes` is asked for again after it, also after a failure: the file may have
 * arrived all the same. Leaving the page stops it.
 */
export function useSendFile<Name extends StaffFileCallName>(
  name: Name,
  changes: readonly StaffCallName[] = [],
) {
  const [sent, setSent] = useState<Sent | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const send = useMutation<StaffAnswer<Name>, Error, { request: StaffRequest<Name>; file: File }>({
    mutationKey: [name],
    mutationFn: ({ request, file }) => {
      const controller = new AbortController();
      sending.current = controller;
      const of = file.size;
      setSent({ bytes: 0, of });
      return sendFile(name, request, file, {
        onSent: (loaded) => setSent({ bytes: loaded, of }),
        signal: controller.signal,
      });
    },
    onSettled: () => {
      setSent(null);
      void refresh(...changes);
    },
  });
  const stop = () => {
    sending.current?.abort();
    send.reset();
  };
  return { send, sent, stop };
}
