import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { ReadWord } from '@thumba/identity/read-text';
import type { OpenRecogniser, Recogniser, Recognition } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import type { GreyPicture } from '../card-edges/grey-picture.ts';

/*
 * Tesseract, compiled to WebAssembly, with its data for English. Both come from packages that are installed with the
 * program. It has a file system in memory and no network.
 */

const PROGRAM = 'tesseract.js-core/tesseract-core-simd-lstm';
const LETTERS = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
const LSTM_ONLY = 1;
/** The columns of its table from `level` on: a word has level 5. */
const WORD = '5';

/** Words that stand anywhere, or one line of text. */
export type Layout = 'scattered' | 'line';
const MODES: Readonly<Record<Layout, string>> = { scattered: '11', line: '7' };

export type TextRecognition = {
  words(picture: GreyPicture, layout: Layout, characters?: string): ReadWord[];
};

export async function openTextRecognition(): Promise<TextRecognition> {
  const require = createRequire(import.meta.url);
  const open = require(`${PROGRAM}.js`) as OpenRecogniser;
  const silent = () => undefined;
  const recogniser = await open({
    wasmBinary: readFileSync(require.resolve(`${PROGRAM}.wasm`)),
    print: silent,
    printErr: silent,
  });
  recogniser.FS.writeFile('/eng.traineddata', gunzipSync(readFileSync(require.resolve(LETTERS))));
  const api = new recogniser.TessBaseAPI();
  if (api.Init(null, 'eng', LSTM_ONLY) !== 0) throw new Error('the text recognition does not start');
  recogniser.FS.unlink('/eng.traineddata');
  api.SetVariable('user_defined_dpi', '300');
  return {
    words(picture, layout, characters = '') {
      api.SetVariable('tessedit_pageseg_mode', MODES[layout]);
      api.SetVariable('tessedit_char_whitelist', characters);
      return recognise(recogniser, api, picture);
    },
  };
}

/** Where the recogniser looks for its picture, in its file system in memory. */
const PICTURE = '/input';

function recognise({ FS }: Recogniser, api: Recognition, { width, height, pixels }: GreyPicture): ReadWord[] {
  FS.writeFile(PICTURE, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]));
  try {
    if (api.SetImageFile(1, 0) === 1) throw new Error('the text recognition refuses the picture');
    api.Recognize(null);
    return wordsOf(api.GetTSVText(0));
  } finally {
    api.Clear();
    FS.unlink(PICTURE);
  }
}

function wordsOf(table: string): ReadWord[] {
  return table
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([level, ...cells]) => level === WORD && cells.at(-1)?.trim())
    .map((cells) => {
      const [left, top, width, height, percent] = cells.slice(6, 11).map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ];
      return { text: cells[11]!.trim(), confidence: Math.max(0, percent) / 100, left, top, width, height };
    });
}
