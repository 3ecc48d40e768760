import Camera from 'lucide-react/icons/camera';
import CircleCheck from 'lucide-react/icons/circle-check';
import Images from 'lucide-react/icons/images';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { Button } from '../../ui/button.tsx';
import { identityWords } from '../../words/identity.ts';
import styles from './card-picture.module.css';
import { compressPicture, sizeText } from './compress-picture.ts';

type CardPictureProps = {
  label: string;
  purpose: 'nrc_front' | 'nrc_back';
  /** The file id of the uploaded picture, also one that was uploaded before this page was loaded again. */
  value: string;
  /** With an empty id while another picture is being taken. */
  onChange: (fileId: string) => void;
  error: string | undefined;
};

/** The server's answer to a body that arrived too slowly. */
const REQUEST_TIMEOUT = 408;

type Progress = 'preparing' | 'uploading' | undefined;

/** One side of the card: from the camera or the gallery, made small, uploaded, and taken again as often as needed. */
export function CardPicture({ label, purpose, value, onChange, error }: CardPictureProps) {
  const noteId = useId();
  const { picture, progress, problem, take, sendAgain } = usePictureUpload(purpose, onChange);
  const isUploaded = value !== '';
  const message = problem ?? error;
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
          <img className={styles.picture} src={picture} alt={identityWords.picture.yours[purpose]} />
        ) : (
          <>
            <CardOutline side={purpose} />
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
      />
    </fieldset>
  );
}

/** Compresses and uploads a picture. Only the picture that was taken last counts. */
function usePictureUpload(purpose: CardPictureProps['purpose'], onChange: (fileId: string) => void) {
  const latestTake = useRef(0);
  const [picture, setPicture] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  /** It is made smaller when its upload did not arrive. */
  const [unsent, setUnsent] = useState<{ file: File; droppedUploads: number }>();

  const send = async (file: File, droppedUploads: number, thisTake: number) => {
    const isLatest = () => thisTake === latestTake.current;
    setProgress('preparing');
    setProblem(undefined);
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

  const take = (file: File) => {
    latestTake.current += 1;
    onChange('');
    setPicture(undefined);
    setUnsent(undefined);
    return send(file, 0, latestTake.current);
  };

  const canSendAgain = unsent !== undefined && progress === undefined;
  return {
    picture,
    progress,
    problem,
    take,
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
};

function PictureButtons({ hasPicture, onTake, onSendAgain }: PictureButtonsProps) {
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
function CardOutline({ side }: { side: 'nrc_front' | 'nrc_back' }) {
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
