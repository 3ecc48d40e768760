import Camera from 'lucide-react/icons/camera';
import Images from 'lucide-react/icons/images';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { faceWords as words } from '../../words/face.ts';
import { sentFile } from './camera.ts';
import styles from './face.module.css';
import type { FacePictures } from './send-pictures.ts';

/** One picture of the face, from the phone's own camera or its gallery. */
export function StillPicture({ onTaken }: { onTaken: (pictures: FacePictures) => void }) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ''; // the same file chosen again is a new take
    if (!file) return;
    const image = await sentFile(file).catch(() => undefined);
    setPicture(image);
    setUnreadable(image === undefined);
  };
  const input = { type: 'file', accept: 'image/*', hidden: true, onChange: take } as const;
  return (
    <>
      <Card title={words.still.title}>
        <p className={styles.text}>{words.still.text}</p>
        {picture && <img className={styles.still} src={picture} alt={words.still.yours} />}
        {isUnreadable && (
          <p className={styles.problem} role="alert">
            {words.still.unreadable}
          </p>
        )}
        <ButtonRow>
          <Button variant={picture ? 'secondary' : 'primary'} onClick={() => camera.current?.click()}>
            <Camera aria-hidden="true" />
            {picture ? words.still.again : words.still.take}
          </Button>
          <Button variant="secondary" onClick={() => gallery.current?.click()}>
            <Images aria-hidden="true" />
            {words.still.gallery}
          </Button>
        </ButtonRow>
        {picture && <Button onClick={() => onTaken({ face: picture })}>{words.still.send}</Button>}
        <p className={styles.small}>{words.still.person}</p>
      </Card>
      <input ref={camera} {...input} capture="user" />
      <input ref={gallery} {...input} />
    </>
  );
}
