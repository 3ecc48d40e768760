import decodeQr from 'qr/decode.js';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

const PIXELS_PER_POINT = 3;

/** What the QR codes of a PDF say, read from the dark pieces that a page draws: one code at most on each page. */
export async function readQrCodes(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const codes: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const pieces = await piecesOf(document, number);
    if (pieces.length > 0) codes.push(decodeQr(pictureOf(pieces)));
  }
  return codes;
}

type Piece = { left: number; top: number; right: number; bottom: number };

/** The rectangles of paths that have many of them. A frame or a bar is no code. */
async function piecesOf(
  document: Awaited<ReturnType<typeof getDocumentProxy>>,
  number: number,
): Promise<Piece[]> {
  const { OPS } = await getResolvedPDFJS();
  const page = await document.getPage(number);
  const { fnArray, argsArray } = await page.getOperatorList();
  const paths = fnArray.flatMap((operation, index) =>
    operation === OPS.constructPath ? [rectanglesOf(argsArray[index])] : [],
  );
  return paths.filter((path) => path.length > 50).flat();
}

/** A path is numbers: 0 moves, 1 draws a line, 4 closes. A rectangle is one move, three lines and the end. */
function rectanglesOf([, [path]]: [number, [Float32Array | null]]): Piece[] {
  const numbers = [...(path ?? [])];
  const rectangles: Piece[] = [];
  for (let at = 0; at + 9 <= numbers.length; ) {
    if (numbers[at] === 4) at += 1;
    else if (numbers[at] === 0 && [3, 6, 9].every((step) => numbers[at + step] === 1)) {
      const [x, y] = [
        [1, 4, 7, 10],
        [2, 5, 8, 11],
      ].map((steps) => steps.map((step) => numbers[at + step]!));
      rectangles.push({
        ...{ left: Math.min(...x!), right: Math.max(...x!), top: Math.min(...y!), bottom: Math.max(...y!) },
      });
      at += 12;
    } else return [];
  }
  return rectangles;
}

function pictureOf(pieces: readonly Piece[]) {
  const margin = 10;
  const left = Math.min(...pieces.map((piece) => piece.left)) - margin;
  const top = Math.min(...pieces.map((piece) => piece.top)) - margin;
  const side = (Math.max(...pieces.map((piece) => piece.right)) + margin - left) * PIXELS_PER_POINT;
  const [width, height] = [Math.ceil(side), Math.ceil(side)];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (const piece of pieces) {
    const pixel = (points: number) => Math.round(points * PIXELS_PER_POINT);
    for (let y = pixel(piece.top - top); y < pixel(piece.bottom - top); y += 1) {
      for (let x = pixel(piece.left - left); x < pixel(piece.right - left); x += 1) {
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
  }
  return { width, height, data };
}
