import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { LenderSettings } from './settings.ts';

/** Pixels for each dp. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };
/** Phones scale these down. Two sizes are enough for the layers of the adaptive icon. */
const LAYER_DENSITIES = ['xhdpi', 'xxxhdpi'] as const;
const LEGACY_ICON_DP = 48;
/** A launcher cuts its own shape out of a layer, and never cuts into the circle of 66 dp in the middle. */
const LAYER_DP = 108;
const SHOWN_DP = 66;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Draws the launcher's icons into a folder of resources: adaptive, with one colour, and for Android 7. */
export async function drawIcons({ icon, colours }: LenderSettings, resources: string): Promise<void> {
  const write = (folder: string, name: string, content: Buffer | string) => {
    mkdirSync(join(resources, folder), { recursive: true });
    writeFileSync(join(resources, folder, name), content);
  };
  for (const [density, scale] of Object.entries(DENSITIES))
    write(`mipmap-${density}`, 'ic_launcher.png', await pngOf(await drawn(icon, LEGACY_ICON_DP * scale)));
  for (const density of LAYER_DENSITIES) {
    const scale = DENSITIES[density];
    const shown = await drawn(icon, SHOWN_DP * scale);
    const margin = ((LAYER_DP - SHOWN_DP) / 2) * scale;
    write(`drawable-${density}`, 'ic_launcher_foreground.png', await pngOf(shown, margin));
    const shape = await shapeOf(shown, colours.icon);
    write(`drawable-${density}`, 'ic_launcher_monochrome.png', await pngOf(shape, margin));
  }
  write('mipmap-anydpi-v26', 'ic_launcher.xml', ADAPTIVE_ICON);
}

/** The picture of the lender as a square of this many pixels. */
async function drawn(icon: string, pixels: number): Promise<Sharp> {
  const square = await sharp(icon, { density: 600 })
    .resize(pixels, pixels, { fit: 'contain', background: TRANSPARENT })
    .ensureAlpha()
    .png()
    .toBuffer();
  return sharp(square);
}

/** What stands out from the background, as white with as much opacity as its colour differs. */
async function shapeOf(picture: Sharp, background: string): Promise<Sharp> {
  const { data, info } = await picture
    .clone()
    .flatten({ background })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const base = [1, 3, 5].map((index) => Number.parseInt(background.slice(index, index + 2), 16));
  const differences = Array.from({ length: info.width * info.height }, (_, pixel) =>
    Math.max(...base.map((value, channel) => Math.abs((data[pixel * info.channels + channel] ?? 0) - value))),
  );
  const most = differences.reduce((highest, difference) => Math.max(highest, difference), 1);
  const white = Buffer.alloc(differences.length * 4, 255);
  differences.forEach((difference, pixel) => {
    white[pixel * 4 + 3] = Math.round((difference / most) * 255);
  });
  return sharp(white, { raw: { width: info.width, height: info.height, channels: 4 } });
}

function pngOf(picture: Sharp, margin = 0): Promise<Buffer> {
  return picture
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: TRANSPARENT })
    .png({ compressionLevel: 9, palette: true, colours: 64, dither: 0, effort: 10 })
    .toBuffer();
}

const ADAPTIVE_ICON = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
  <background android:drawable="@color/lender_icon" />
  <foreground android:drawable="@drawable/ic_launcher_foreground" />
  <monochrome android:drawable="@drawable/ic_launcher_monochrome" />
</adaptive-icon>
`;
