import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ColourPicture } from '../card-edges/straighten.ts';

/** What is used of `@vladmandic/human`. Its own types need those of a browser. */
type Human = {
  load(): Promise<void>;
  detect(picture: object, config: object): Promise<{ face: DetectedFace[]; error: string | null }>;
  tf: {
    tensor(numbers: Float32Array, shape: number[], type: 'float32'): object;
    dispose(tensor: object): void;
    io: { registerLoadRouter(router: (url: unknown) => { load(): Promise<object> } | null): void };
  };
};

export type DetectedFace = {
  /** Left, top, width and height in pixels. */
  box: [number, number, number, number];
  score: number;
  boxScore: number;
  rotation: { angle: { pitch: number; yaw: number; roll: number } } | null;
  embedding?: number[];
};

export type FaceModels = {
  detect(picture: ColourPicture): Promise<DetectedFace[]>;
  /** Only where faces may be. It takes a small part of the time, and takes more for a face. */
  findBoxes(picture: ColourPicture): Promise<DetectedFace[]>;
};

const MODELS = 'models:';
/** The models that are read. Every other one of the package stays unread, whatever its build asks for. */
const MODEL_FILES: ReadonlySet<string> = new Set(['blazeface.json', 'facemesh.json', 'faceres.json']);
const USED = { enabled: true };
const NOT_USED = { enabled: false };

/** Loads the models from the installed packages. Nothing comes over the network, and nothing could: `fetch` is not used. */
export async function openFaceModels(): Promise<FaceModels> {
  const require = createRequire(import.meta.url);
  const dist = path.dirname(require.resolve('@vladmandic/human'));
  const wasmPath = `${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`;
  // The package names no entry for this build: the models on WebAssembly, without a native library.
  const { Human } = require(path.join(dist, 'human.node-wasm.js')) as {
    Human: new (config: object) => Human;
  };
  const human = new Human({
    backend: 'wasm',
    wasmPath,
    modelBasePath: MODELS,
    debug: false,
    async: false,
    // Each picture is measured for itself, and not as the next one of a film.
    skipAllowed: false,
    cacheSensitivity: 0,
    filter: NOT_USED,
    gesture: NOT_USED,
    body: NOT_USED,
    hand: NOT_USED,
    object: NOT_USED,
    segmentation: NOT_USED,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 5, minConfidence: 0.2, iouThreshold: 0.1 },
      mesh: { enabled: true },
      iris: NOT_USED,
      attention: NOT_USED,
      emotion: NOT_USED,
      description: { enabled: true },
      // Their licences are not known (decision 97).
      antispoof: NOT_USED,
      liveness: NOT_USED,
    },
  });
  human.tf.io.registerLoadRouter((url) =>
    typeof url === 'string' && url.startsWith(MODELS) && MODEL_FILES.has(path.basename(url))
      ? { load: () => readModel(path.join(dist, '../models', path.basename(url))) }
      : null,
  );
  await human.load();
  async function detectWith({ data, width, height }: ColourPicture, face: object): Promise<DetectedFace[]> {
    const picture = human.tf.tensor(new Float32Array(data), [1, height, width, 3], 'float32');
    try {
      const seen = await human.detect(picture, { face });
      if (seen.error) throw new Error(seen.error);
      return seen.face;
    } finally {
      human.tf.dispose(picture);
    }
  }
  const used = { mesh: USED, description: USED };
  return {
    detect: (picture) => detectWith(picture, used),
    findBoxes: (picture) => detectWith(picture, { mesh: NOT_USED, description: NOT_USED }),
  };
}

type ModelFile = {
  modelTopology: object;
  format: string;
  /** The outputs of the model by name. */
  signature?: object;
  weightsManifest: { paths: string[]; weights: object[] }[];
};

async function readModel(file: string): Promise<object> {
  const { modelTopology, format, signature, weightsManifest }: ModelFile = JSON.parse(
    await readFile(file, 'utf8'),
  );
  const names = weightsManifest.flatMap(({ paths }) => paths);
  const weights = Buffer.concat(
    await Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name)))),
  );
  const { buffer, byteOffset, byteLength } = weights;
  return {
    modelTopology,
    format,
    signature,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weightData: buffer.slice(byteOffset, byteOffset + byteLength),
  };
}
