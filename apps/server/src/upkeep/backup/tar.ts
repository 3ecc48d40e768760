import { StartFailure } from '../../platform/start-failure.ts';

const BLOCK = 512;

export type TarEntry = { path: string; mode: number; isFolder: boolean; size: number };

/** The ustar header of a file whose path has at most 99 bytes. */
export function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 99);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export type TarTarget = {
  begin(entry: TarEntry): Promise<void>;
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
};

/** Reads an archive in any pieces in which it comes. */
export async function readTar(stream: AsyncIterable<Buffer>, target: TarTarget): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let entry: TarEntry | undefined;
  let left = 0;
  let padding = 0;
  for await (const bytes of stream) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      if (entry && left > 0) {
        const taken = rest.subarray(0, left);
        if (taken.length === 0) break;
        await target.write(taken);
        left -= taken.length;
        rest = rest.subarray(taken.length);
        continue;
      }
      if (entry) {
        await target.end();
        entry = undefined;
      }
      if (rest.length < padding + BLOCK) break;
      const header = rest.subarray(padding, padding + BLOCK);
      rest = rest.subarray(padding + BLOCK);
      padding = 0;
      entry = readHeader(header);
      if (!entry) continue;
      left = entry.size;
      padding = tarPadding(entry.size).length;
      await target.begin(entry);
    }
  }
  if (entry && left === 0) await target.end();
  else if (entry) throw new StartFailure('The backup ends in the middle of a file.');
}

function readHeader(header: Buffer): TarEntry | undefined {
  const path = textAt(header, 0, 100);
  if (path === '') return undefined;
  const type = header[156] === 0 ? '0' : String.fromCharCode(header[156]!);
  const isFolder = type === '5';
  if (!isFolder && type !== '0')
    throw new StartFailure(`The backup has a link, ${path}: a tablespace cannot be restored.`);
  if (path.startsWith('/') || path.split('/').includes('..'))
    throw new StartFailure(`${path} leads out of the folder.`);
  return { path, isFolder, mode: Number.parseInt(textAt(header, 100, 8), 8), size: sizeIn(header) };
}

function sizeIn(header: Buffer): number {
  // A size from 8 GB on is stored as a binary number.
  if (header[124]! & 0x80) return Number(header.readBigUInt64BE(128));
  return Number.parseInt(textAt(header, 124, 12), 8);
}

function textAt(header: Buffer, start: number, length: number): string {
  const text = header.subarray(start, start + length).toString();
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trim();
}
