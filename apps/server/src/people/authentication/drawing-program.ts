import sharp from 'sharp';
import type { DrawingRefusal, DrawingRequest } from './drawing-process.ts';

/* Runs in a process of its own, which drawing-process.ts starts. */

const MAX_SIDE_PIXELS = 1600;

// The memory of a picture goes back as soon as it is drawn: no cache, and one thread for each picture.
sharp.cache(false);
sharp.concurrency(1);

// The server has ended. A picture that is half drawn is not finished.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (request: DrawingRequest) => process.send!(await redrawPicture(request)));

/** The picture as a new JPEG of a limited size, without the metadata of the file, such as the place and the camera. */
async function redrawPicture({ bytes, maxPixels }: DrawingRequest): Promise<Uint8Array | DrawingRefusal> {
  try {
    // This reads the header of the file only.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'too_many_pixels';
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({
        width: MAX_SIDE_PIXELS,
        height: MAX_SIDE_PIXELS,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch {
    return 'broken';
  }
}
