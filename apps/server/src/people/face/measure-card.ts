import type { CardMeasures } from '@thumba/identity/face-verdict';
import sharp from 'sharp';
import { cardCorners } from '../card-edges/card-corners.ts';
import { fromSharp } from '../card-edges/grey-picture.ts';
import type { Corners, Point } from '../card-edges/perspective.ts';
import { type ColourPicture, straightenedInColour } from '../card-edges/straighten.ts';
import type { DetectedFace, FaceModels } from './face-models.ts';
import { certainFaces, measuresOf, type Part, unpack } from './measure-picture.ts';

/** The portrait is a small part of a card. */
const CARD_PIXELS = 1280;

/** The whole picture or a half of it, and where it is in the whole. */
type Piece = { raw: ColourPicture; place: { left: number; top: number }; scale: number };
/** A face with its place in the whole picture. */
type PlacedFace = DetectedFace & { middle: Point; width: number; piece: Piece };

/**
 * Measures the faces on the card, and counts those beside it. The picture is one that a borrower sent: a larger face can lie
 * beside the card. Where no edges of a card are found, each face of the picture counts as one on the card.
 */
export async function measureCard(models: FaceModels, bytes: Uint8Array): Promise<CardMeasures> {
  const pieces = await piecesOf(bytes);
  const { raw: whole } = pieces[0]!;
  const boxes = await placedFaces(pieces, models.findBoxes);
  const measured = (of: readonly PlacedFace[]) =>
    placedFaces(
      pieces.filter((piece) => of.some((box) => box.piece === piece)),
      (raw) => certainFaces(models, raw),
    );
  const corners = await cornersIn(whole);
  if (!corners) return { ...measuresOf(whole, await measured(boxes)), facesBeside: 0 };
  const isOnCard = ({ middle }: PlacedFace) => isInside(corners, middle);
  const straight = straightenedInColour(whole, corners);
  const onCard = await certainFaces(models, straight);
  const beside = (await measured(boxes.filter((box) => !isOnCard(box)))).filter((face) => !isOnCard(face));
  // A card that is seen straight can lose a face at its edge, which counts all the same.
  const boxesOnCard = boxes.filter(isOnCard);
  const inWhole = boxesOnCard.length > onCard.length ? (await measured(boxesOnCard)).filter(isOnCard) : [];
  const measures = inWhole.length > onCard.length ? measuresOf(whole, inWhole) : measuresOf(straight, onCard);
  return { ...measures, facesBeside: beside.length };
}

async function cornersIn({ data, width, height }: ColourPicture): Promise<Corners | undefined> {
  return cardCorners(await fromSharp(sharp(data, { raw: { width, height, channels: 3 } })));
}

/** A small face can be missed beside a large one, or in a large picture, so that halves are looked through too. */
async function piecesOf(bytes: Uint8Array): Promise<Piece[]> {
  const { width, height } = await sharp(bytes).metadata();
  const pieces: Piece[] = [];
  for (const part of [{ left: 0, top: 0, width, height }, ...halves(width, height)]) {
    const raw = await unpack(bytes, CARD_PIXELS, part);
    const inWhole = (pieces[0]?.raw ?? raw).width / width;
    pieces.push({
      raw,
      place: { left: part.left * inWhole, top: part.top * inWhole },
      scale: (part.width * inWhole) / raw.width,
    });
  }
  return pieces;
}

async function placedFaces(
  pieces: readonly Piece[],
  find: (raw: ColourPicture) => Promise<DetectedFace[]>,
): Promise<PlacedFace[]> {
  const faces: PlacedFace[] = [];
  for (const piece of pieces) {
    for (const face of await find(piece.raw)) {
      const placed = placedIn(piece, face);
      if (!faces.some((other) => isSame(other, placed))) faces.push(placed);
    }
  }
  return faces;
}

/** Two parts of the longer side that overlap, so that a face on the line between them is whole in one of them. */
function halves(width: number, height: number): Part[] {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const side = Math.min(longer, Math.ceil(longer / 2) + Math.ceil(longer / 10));
  if (longer === shorter) return [];
  return [0, longer - side].map((start) =>
    width > height
      ? { left: start, top: 0, width: side, height }
      : { left: 0, top: start, width, height: side },
  );
}

function placedIn(piece: Piece, face: DetectedFace): PlacedFace {
  const { place, scale } = piece;
  const [left, top, width, height] = face.box;
  const middle: Point = [place.left + (left + width / 2) * scale, place.top + (top + height / 2) * scale];
  return { ...face, middle, width: width * scale, piece };
}

function isSame(one: PlacedFace, other: PlacedFace): boolean {
  const apart = Math.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]);
  return apart < Math.min(one.width, other.width) / 2;
}

/** Whether the point is on the same side of all four edges. */
function isInside(corners: Corners, [x, y]: Point): boolean {
  const sides = corners.map(([fromX, fromY], place) => {
    const [toX, toY] = corners[(place + 1) % 4]!;
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
