import { useMutation } from '@tanstack/react-query';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './invitation.module.css';
import { squaresPath } from './squares.ts';

type Authenticator = StaffAnswer<'acceptWithPassword'>;

/** The key for the authenticator app as a picture and as letters. The first code shows that the app has it. */
export function AuthenticatorStep({
  authenticator: { secret, uri, squares },
  onCode,
}: {
  authenticator: Authenticator;
  onCode: (code: string) => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const confirm = useMutation<void, Error, void>({ mutationFn: () => onCode(code) });
  const { code: problem } = fieldsOf(confirm.error);
  return (
    <>
      <p>Read this picture with your authenticator app, then type the code that the app shows.</p>
      <QrCode squares={squares} />
      <details>
        <summary>The picture cannot be read</summary>
        <p className={styles.secret}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <p>
          Type this key into the app, or <a href={uri}>open the app on this device</a>.
        </p>
      </details>
      <Form onSubmit={() => !confirm.isPending && confirm.mutate()}>
        <CodeField value={code} onChange={setCode} problem={problem} />
        {confirm.error && !problem && <Failure>{sentenceOf(confirm.error)}</Failure>}
        <Button type="submit" look="main" isWide isBusy={confirm.isPending}>
          Finish
        </Button>
      </Form>
    </>
  );
}

const QUIET = 4;

/** Dark on white in both themes, with the white border that readers need. */
function QrCode({ squares }: { squares: readonly string[] }) {
  const size = squares.length + 2 * QUIET;
  return (
    <svg
      className={styles.squares}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the key"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squaresPath(squares, QUIET)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
