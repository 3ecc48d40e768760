import { useEffect, useRef } from 'react';
import { isCodeComplete } from '../../platform/phone-number.ts';

/** Submits when the last digit of the code is there. A code that was refused is not sent again until it is changed. */
export function useSubmitWhenComplete(code: string, submit: () => void): void {
  const newest = useRef(submit);
  useEffect(() => {
    newest.current = submit;
  });
  useEffect(() => {
    if (isCodeComplete(code)) newest.current();
  }, [code]);
}
