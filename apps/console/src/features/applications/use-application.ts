import { useQuery } from '@tanstack/react-query';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useEffect, useState } from 'react';
import { CallFailure } from '../../platform/call-failure.ts';
import { type StaffQuery, useStaffAnswer } from '../../platform/query.ts';
import { staffCall } from '../../platform/staff-call.ts';

export type Application = StaffAnswer<'getApplication'>;
export type QueuedApplication = StaffAnswer<'listApplications'>['items'][number];

/** What was opened stays as it was shown, because each look is recorded. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, retry: false };

/** Opens an application. A person who may decide takes it first. If another one has it, it is only shown. */
export function useApplication(loanId: string, mayDecide: boolean): StaffQuery<'getApplication'> {
  const request = { params: { loanId } };
  return useQuery<Application, Error>({
    ...ONCE,
    queryKey: ['getApplication', request],
    async queryFn({ signal }) {
      if (mayDecide) await staffCall('takeApplication', request, { signal }).catch(unlessTaken);
      return staffCall('getApplication', request, { signal });
    },
  });
}

function unlessTaken(error: unknown): void {
  if (!(error instanceof CallFailure) || error.code !== 409) throw error;
}

/** The address of a picture in this window. It is given up when the picture is not shown any more. */
export function usePicture(loanId: number, picture: string): { url: string | undefined; isMissing: boolean } {
  const { data, isError } = useQuery({
    ...ONCE,
    queryKey: ['getApplicationPicture', loanId, picture],
    queryFn: ({ signal }) => staffCall('getApplicationPicture', { params: { loanId, picture } }, { signal }),
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const bytes = Uint8Array.from(atob(data.base64), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: data.mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, isMissing: isError };
}

const SHOWN = 100;

/** Where an application stands among the oldest that wait, and the ones beside it. */
export function usePlaceInQueue(loanId: number) {
  const { data } = useStaffAnswer('listApplications', { query: { pageSize: SHOWN } }, { isRenewed: true });
  const items = data?.items ?? [];
  const index = items.findIndex((one) => one.loanId === loanId);
  return {
    place: index === -1 ? undefined : index + 1,
    total: data?.total,
    next: items[index + 1]?.loanId,
    before: index > 0 ? items[index - 1]?.loanId : undefined,
  };
}

/** How many applications wait, for the side bar. */
export function useWaitingApplications(): number | undefined {
  return useStaffAnswer('listApplications', { query: { pageSize: 1 } }, { isRenewed: true }).data?.total;
}
