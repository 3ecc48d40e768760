import { z } from 'zod';
import { said } from '../contract-words.ts';
import { instant } from '../fields.ts';

const fileId = z.string(said('takePicture')).min(1, said('takePicture')).max(64);
const challengeId = z.string().min(1).max(64);
const framesOfGesture = z.array(fileId, said('takePicture')).min(2, said('takePicture')).max(3);
const gesture = z.enum(['left', 'right', 'nod']);
const triesLeft = z.int().meta({ description: 'How often the pictures can be taken before a person looks' });

export const face = {
  faceChallenge: {
    body: z.object({}),
    output: z.object({
      challengeId,
      gestures: z
        .array(gesture)
        .meta({ description: 'All three, in the order in which to do them, and to upload their frames' }),
      expiresAt: instant,
      triesLeft,
    }),
  },
  verifyFace: {
    body: z.object({
      selfieFileId: fileId,
      challenge: challengeId.optional().meta({ description: 'Without it a still picture goes to a person' }),
      frames: z.object({ left: framesOfGesture, right: framesOfGesture, nod: framesOfGesture }).optional(),
    }),
    output: z.object({
      isAuth: z
        .union([z.literal(0), z.literal(1)])
        .meta({ description: '1 when nothing is left to do for the borrower' }),
      outcome: z.enum(['pass', 'again', 'refer']),
      reason: z.string().optional().meta({ description: 'With `again`: a stable word' }),
      message: z.string(),
      triesLeft,
    }),
  },
  faceProgress: {
    body: z.object({ challengeId }),
    output: z.object({
      place: z
        .int()
        .nullable()
        .meta({ description: 'The place in the queue, 1 is next; null when under way or done' }),
    }),
  },
};
