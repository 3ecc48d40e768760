import { MODEL_SIDE } from './detector/blaze-face.ts';

/** The longer side of what is sent. A face stays clear, and ten pictures stay below half a megabyte. */
const SENT_SIDE = 640;
const SENT_QUALITY = 0.82;

/** Asks the person for the front camera. Rejects where there is none or it was refused. */
export function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) return Promise.reject(new Error('this browser has no camera'));
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 640 } },
  });
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser cannot draw a picture');
  return { canvas, context };
}

export type CameraPicture = {
  /** For the detector: the whole picture, in the middle of a black square. */
  modelPixels(): ImageData;
  /** As it is sent. */
  jpeg(): string;
};

/** Takes pictures of the video. Each one is valid until the next is taken. */
export function openFrames(video: HTMLVideoElement): () => CameraPicture {
  const square = canvasOf(MODEL_SIDE, MODEL_SIDE);
  const { canvas, context } = canvasOf(1, 1);
  return () => {
    // A phone that is turned gives pictures of another shape.
    const { width, height } = sentSize({ width: video.videoWidth, height: video.videoHeight });
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return {
      modelPixels: () => {
        const scale = MODEL_SIDE / Math.max(canvas.width, canvas.height);
        const [width, height] = [canvas.width * scale, canvas.height * scale];
        square.context.fillStyle = '#000';
        square.context.fillRect(0, 0, MODEL_SIDE, MODEL_SIDE);
        const [left, top] = [(MODEL_SIDE - width) / 2, (MODEL_SIDE - height) / 2];
        square.context.drawImage(canvas, left, top, width, height);
        return square.context.getImageData(0, 0, MODEL_SIDE, MODEL_SIDE);
      },
      jpeg: () => canvas.toDataURL('image/jpeg', SENT_QUALITY),
    };
  };
}

function sentSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, SENT_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A picture that the borrower chose, as it is sent: a JPEG in a data URL. Rejects a file that is no picture. */
export async function sentFile(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  try {
    const { width, height } = sentSize(image);
    const { canvas, context } = canvasOf(width, height);
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/jpeg', SENT_QUALITY);
  } finally {
    image.close();
  }
}
