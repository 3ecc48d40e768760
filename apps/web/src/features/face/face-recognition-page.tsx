import { useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { navigate } from '../../platform/navigation.ts';
import { samplePerson } from '../../platform/sample-person.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { titles } from '../../words/titles.ts';
import { CameraCheck } from './camera-check.tsx';
import { FaceGate, isAgreed } from './face-gate.tsx';
import { FaceSending } from './face-sending.tsx';
import type { FacePictures } from './send-pictures.ts';
import { StillPicture } from './still-picture.tsx';

const START = '/face/face-start';
const PICTURE = '/face/face-recognition?with=picture';

export function FaceRecognitionPage() {
  const way = new URLSearchParams(useSearch()).get('with');
  return (
    <FaceGate title={titles.faceRecognition}>
      {(consent) =>
        isAgreed(consent) ? <TakeAndSend key={way} way={way} /> : <Redirect to={START} replace />
      }
    </FaceGate>
  );
}

function TakeAndSend({ way }: { way: string | null }) {
  const [pictures, setPictures] = useState(() => (way === 'sample' ? picturesOfSample() : undefined));
  const takeAgain = () => {
    if (way === 'sample') navigate(START, { replace: true });
    else setPictures(undefined);
  };
  return (
    <PageFrame title={titles.faceRecognition} backTo={START}>
      {pictures ? (
        <FaceSending pictures={pictures} onTakeAgain={takeAgain} />
      ) : way === 'picture' ? (
        <StillPicture onTaken={setPictures} />
      ) : (
        <CameraCheck onTaken={setPictures} onPicture={() => navigate(PICTURE, { replace: true })} />
      )}
    </PageFrame>
  );
}

function picturesOfSample(): FacePictures | undefined {
  const person = samplePerson();
  return person && { face: person.face, movements: { frames: person.frames } };
}
