import { evidenceWords } from '@thumba/home/evidence-words';
import Camera from 'lucide-react/icons/camera';
import CircleCheck from 'lucide-react/icons/circle-check';
import Images from 'lucide-react/icons/images';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { type SamplePerson, samplePerson } from '../../platform/sample-person.ts';
import { Button } from '../../ui/button.tsx';
import { identityWords } from '../../words/identity.ts';
import { type CardProblem, cardProblem } from './card-checks.ts';
import styles from './card-picture.module.css';
import { compressPicture, sizeText, smallPixels } from './compress-picture.ts';

type CardPictureProps = {
  label: string;
  purpose: 'nrc_front' | 'nrc_back' | 'evidence';
  /** The file id of the uploaded picture, also one that was uploaded before this page was loaded again. */
  value: string;
  /** With an empty id while another picture is being taken. */
  onChange: (fileId: string) => void;
  error: string | undefined;
  /** Tells whether a picture was taken that has not arrived. */
  onUnsent?: (isUnsent: boolean) => void;
};

type CardSide = Exclude<CardPictureProps['purpose'], 'evidence'>;

/** The server's answer to a body that arrived too slowly. */
const REQUEST_TIMEOUT = 408;

type Progress = 'preparing' | 'uploading' | undefined;

/** One side of the card, or a picture of evidence: from the camera or the gallery, made small, uploaded, and taken again as often as needed. */
export function CardPicture({ label, purpose, value, onChange, error, onUnsent }: CardPictureProps) {
  const noteId = useId();
  const { picture, progress, problem, doubt, take, sendAnyway, sendAgain } = usePictureUpload(
    purpose,
    onChange,
  );
  const [sample] = useState(samplePerson);
  const side = purpose === 'evidence' ? undefined : purpose;
  const isUploaded = value !== '';
  const isUnsent = !isUploaded && (picture !== undefined || progress !== undefined);
  const tellUnsent = useRef(onUnsent);
  tellUnsent.current = onUnsent;
  useEffect(() => tellUnsent.current?.(isUnsent), [isUnsent]);
  const message = problem ?? (doubt && identityWords.picture.doubts[doubt]) ?? error;
  return (
    <fieldset className={styles.side} aria-describedby={noteId}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.top}>
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        {isUploaded && (
          <span className={styles.arrived}>
            <CircleCheck aria-hidden="true" /> {identityWords.picture.received}
          </span>
        )}
      </div>
      <div className={styles.frame}>
        {picture ? (
          <img
            className={styles.picture}
            src={picture}
            alt={purpose === 'evidence' ? evidenceWords.yours : identityWords.picture.yours[purpose]}
          />
        ) : (
          <>
            {purpose === 'evidence' ? <PaperOutline /> : <CardOutline side={purpose} />}
            {isUploaded && <p className={styles.notShown}>{identityWords.picture.notShown}</p>}
          </>
        )}
        {progress && (
          <div className={styles.progress}>
            <div className={styles.bar} role="progressbar" aria-label={progressText(progress, picture)} />
            <span aria-hidden="true">{progressText(progress, picture)}</span>
          </div>
        )}
      </div>
      <p id={noteId} className={styles.error} role={message ? 'alert' : undefined}>
        {message}
      </p>
      <PictureButtons
        hasPicture={picture !== undefined || isUploaded}
        onTake={(file) => void take(file)}
        onSendAgain={isUploaded ? undefined : sendAgain}
        onUseAnyway={sendAnyway}
      />
      {sample && side && (
        <Button variant="secondary" onClick={() => void pictureOf(sample, side).then((file) => take(file))}>
          {identityWords.picture.sampleCard(sample.firstName)}
        </Button>
      )}
    </fieldset>
  );
}

/** A picture of the made-up person that was chosen in the demo. */
async function pictureOf(person: SamplePerson, side: CardSide): Promise<File> {
  const url = side === 'nrc_front' ? person.cardFront : person.cardBack;
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new File([bytes], `${side}.jpg`, { type: 'image/jpeg' });
}

/** Looks at a picture, compresses and uploads it. Only the picture that was taken last counts. */
function usePictureUpload(purpose: CardPictureProps['purpose'], onChange: (fileId: string) => void) {
  const latestTake = useRef(0);
  const [picture, setPicture] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  /** It is made smaller when its upload did not arrive. */
  const [unsent, setUnsent] = useState<{ file: File; droppedUploads: number }>();
  /** What the phone sees that makes the card hard to read. The borrower decides whether it is sent. */
  const [doubtful, setDoubtful] = useState<{ file: File; doubt: CardProblem }>();

  const send = async (file: File, droppedUploads: number, thisTake: number) => {
    const isLatest = () => thisTake === latestTake.current;
    setProgress('preparing');
    setProblem(undefined);
    setDoubtful(undefined);
    try {
      const image = await compressPicture(file, droppedUploads);
      if (!isLatest()) return;
      setPicture(image);
      setProgress('uploading');
      const uploaded = await call('uploadBase64', { body: { image, purpose } }, { failureShownBy: 'screen' });
      if (isLatest()) onChange(uploaded.fileId);
    } catch (failure) {
      if (!isLatest()) return;
      if (!(failure instanceof CallFailure)) return setProblem(identityWords.picture.unreadable);
      const wasDropped = failure.kind === 'offline' || failure.code === REQUEST_TIMEOUT;
      setUnsent({ file, droppedUploads: wasDropped ? droppedUploads + 1 : droppedUploads });
      setProblem(failure.message);
    } finally {
      if (isLatest()) setProgress(undefined);
    }
  };

  const take = async (file: File) => {
    latestTake.current += 1;
    const thisTake = latestTake.current;
    onChange('');
    setPicture(undefined);
    setUnsent(undefined);
    setDoubtful(undefined);
    setProgress('preparing');
    // What is no picture is told when it is sent.
    const doubt =
      purpose === 'evidence' ? undefined : await smallPixels(file).then(cardProblem, () => undefined);
    if (thisTake !== latestTake.current) return;
    if (doubt === undefined) return send(file, 0, thisTake);
    setProblem(undefined);
    setProgress(undefined);
    setDoubtful({ file, doubt });
    const image = await compressPicture(file, 0);
    if (thisTake === latestTake.current) setPicture(image);
  };

  const canSendAgain = unsent !== undefined && progress === undefined;
  return {
    picture,
    progress,
    problem,
    doubt: doubtful?.doubt,
    take,
    sendAnyway: doubtful ? () => void send(doubtful.file, 0, latestTake.current) : undefined,
    sendAgain: canSendAgain
      ? () => void send(unsent.file, unsent.droppedUploads, latestTake.current)
      : undefined,
  };
}

type PictureButtonsProps = {
  hasPicture: boolean;
  onTake: (file: File) => void;
  /** For a picture whose upload failed. */
  onSendAgain: (() => void) | undefined;
  /** For a picture that is hard to read. */
  onUseAnyway: (() => void) | undefined;
};

function PictureButtons({ hasPicture, onTake, onSendAgain, onUseAnyway }: PictureButtonsProps) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const input = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const file = target.files?.[0];
      if (file) onTake(file);
      target.value = ''; // the same file chosen again is a new take
    },
  };
  return (
    <>
      <div className={styles.buttons}>
        {onSendAgain && <Button onClick={onSendAgain}>{identityWords.picture.sendAgain}</Button>}
        <Button variant="secondary" onClick={() => camera.current?.click()}>
          <Camera aria-hidden="true" />
          {hasPicture ? identityWords.picture.takeAgain : identityWords.picture.take}
        </Button>
        {onUseAnyway && (
          <Button variant="secondary" onClick={onUseAnyway}>
            {identityWords.picture.useAnyway}
          </Button>
        )}
        <Button variant="secondary" onClick={() => gallery.current?.click()}>
          <Images aria-hidden="true" />
          {identityWords.picture.gallery}
        </Button>
      </div>
      <input ref={camera} {...input} capture="environment" />
      <input ref={gallery} {...input} />
    </>
  );
}

function progressText(progress: 'preparing' | 'uploading', picture: string | undefined): string {
  if (progress === 'preparing' || picture === undefined) return identityWords.picture.preparing;
  return identityWords.picture.sending(sizeText(picture));
}

/** What a well taken picture looks like: the whole card, straight, its corners in sight. */
function CardOutline({ side }: { side: CardSide }) {
  return (
    <svg className={styles.outline} viewBox="0 0 160 100" aria-hidden="true">
      <path
        d="M8 24V8h16M136 8h16v16M152 76v16h-16M24 92H8V76"
        fill="none"
        stroke="var(--copper-600)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <rect
        x="20"
        y="18"
        width="120"
        height="64"
        rx="6"
        fill="var(--card)"
        stroke="var(--green-700)"
        strokeWidth="1.6"
      />
      {side === 'nrc_front' ? (
        <g fill="none" stroke="var(--green-700)" strokeWidth="1.6" strokeLinecap="round">
          <rect x="30" y="30" width="30" height="40" rx="3" />
          <circle cx="45" cy="44" r="6" />
          <path d="M36 66c1-8 17-8 18 0M70 36h56M70 46h44M70 56h56M70 66h30" />
        </g>
      ) : (
        <g fill="none" stroke="var(--green-700)" strokeWidth="1.6" strokeLinecap="round">
          <path d="M30 32h76M30 42h60M30 52h76M30 62h48" />
          <circle cx="122" cy="62" r="9" />
          <path d="M118 66c0-8 8-8 8 0M120 58v8M124 58v8" />
        </g>
      )}
    </svg>
  );
}

/** A page with lines of text. */
function PaperOutline() {
  return (
    <svg className={styles.outline} viewBox="0 0 160 100" aria-hidden="true">
      <rect
        x="48"
        y="8"
        width="64"
        height="84"
        rx="4"
        fill="var(--card)"
        stroke="var(--green-700)"
        strokeWidth="1.6"
      />
      <path
        d="M58 22h28M58 34h44M58 44h44M58 54h30M58 70h44M58 80h20"
        fill="none"
        stroke="var(--green-700)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
