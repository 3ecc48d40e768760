import type { Answer, Request } from '@thumba/contract/wire';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { LoadingText } from '../../platform/call.ts';
import { CallFailure, STEP_UP_REQUIRED } from '../../platform/call-answer.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { queryClient, useSend } from '../../platform/query.ts';
import { session } from '../../platform/session.ts';
import { toasts } from '../../platform/toast.ts';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';
import { type Proof, PURPOSES, type SteppedCall } from './stepped-calls.ts';

const StepUpSheet = lazyPart(() => import('./step-up-sheet.tsx').then((part) => part.StepUpSheet));

type Callbacks<Name extends SteppedCall> = {
  onSuccess?: (answer: Answer<Name>) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};

/**
 * Sends a call that may ask for a second code. When it does, the sheet for the code opens, and the call is repeated with
 * what was entered. The caller shows `sheet`, and learns only how the call ended.
 */
export function useSteppedSend<Name extends SteppedCall>(name: Name, loading: LoadingText) {
  const sending = useSend(name, { loading });
  const [asked, setAsked] = useState<{
    asksIdentity: boolean;
    repeat: (proof: Proof, onRefused: (error: CallFailure) => void) => void;
  }>();
  const close = () => setAsked(undefined);
  useToastAfterSheet(asked !== undefined);
  // The server gives a right code back when the call failed for another reason, so it is not asked for again.
  const right = useRef<Proof>(undefined);
  const send = (
    request: Request<Name>,
    callbacks: Callbacks<Name>,
    onRefused?: (error: CallFailure) => void,
  ) => {
    const ask = (error: CallFailure) =>
      setAsked({
        asksIdentity: error.data.asksIdentity === true || isIdentityNamed(request, error),
        repeat(proof, refused) {
          right.current = proof;
          send(withProof(request, proof), callbacks, refused);
        },
      });
    sending.mutate(request, {
      onSuccess(answer) {
        right.current = undefined;
        close();
        // The second code also confirms a new device, so everything that was hidden is asked for again.
        if (session.getState().userInfo?.isNewDevice) void queryClient.invalidateQueries();
        callbacks.onSuccess?.(answer);
        callbacks.onSettled?.();
      },
      onError(error) {
        if (isOfProof(error)) {
          right.current = undefined;
          ask(error);
          return onRefused?.(error);
        }
        if (onRefused !== undefined && isNotThrough(error)) return onRefused(error);
        close();
        callbacks.onError?.(error);
        callbacks.onSettled?.();
      },
    });
  };

  const sheet: ReactNode = asked && (
    <OverlayBoundary onClose={close}>
      <Suspense>
        <StepUpSheet
          purpose={PURPOSES[name]}
          asksIdentity={asked.asksIdentity}
          isBusy={sending.isPending}
          onEnter={asked.repeat}
          onClose={close}
        />
      </Suspense>
    </OverlayBoundary>
  );
  return {
    mutate: (request: Request<Name>, callbacks: Callbacks<Name> = {}) =>
      send(right.current ? withProof(request, right.current) : request, callbacks),
    isPending: sending.isPending,
    /** Of the last call that ended; undefined as long as the second code is what it lacks. */
    error: asked === undefined && !isStepUp(sending.error) ? sending.error : null,
    data: sending.data,
    variables: sending.variables,
    sheet,
  };
}

/** The toast of a refusal was put into the sheet and left with it. A new object makes the toaster place it again. */
function useToastAfterSheet(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) toasts.setState(({ toast }) => ({ toast: toast && { ...toast } }));
  }, [isOpen]);
}

function withProof<Name extends SteppedCall>(request: Request<Name>, proof: Proof): Request<Name> {
  const { body } = request as Request<SteppedCall>;
  return { ...request, body: { ...body, ...proof } } as Request<Name>;
}

function isIdentityNamed(request: unknown, { fields }: CallFailure): boolean {
  const { body } = request as Request<SteppedCall>;
  return 'identityDigits' in body || 'identityDigits' in fields;
}

function isStepUp(error: Error | null): error is CallFailure {
  return error instanceof CallFailure && error.reason === STEP_UP_REQUIRED;
}

const TOO_MANY_REQUESTS = 429;

/** Whether a second code lacks or is wrong. */
function isOfProof(error: Error): error is CallFailure {
  if (!(error instanceof CallFailure)) return false;
  const { reason, fields } = error;
  return reason === STEP_UP_REQUIRED || 'stepUpCode' in fields || 'identityDigits' in fields;
}

/** Whether the same code can be sent again. */
function isNotThrough(error: Error): error is CallFailure {
  return error instanceof CallFailure && (error.kind === 'offline' || error.code === TOO_MANY_REQUESTS);
}
