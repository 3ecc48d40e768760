import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import plainProgram from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import fastProgram from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { env, ready, setBackend, type Tensor, tensor4d } from '@tensorflow/tfjs-core';
import modelWeights from 'face-models/blazeface.bin?url';
import modelDescription from 'face-models/blazeface.json?url';
import { brightnessOf, facesOf, MODEL_SIDE, sortOutputs } from './blaze-face.ts';
import type { FromDetector, Look, ToDetector } from './messages.ts';

/*
 * A worker, so that the page answers taps while a picture is read. Its response has its own content security policy,
 * which allows WebAssembly: the page may have been loaded as another screen, whose policy does not.
 */

type WorkerScope = {
  onmessage: ((event: MessageEvent<ToDetector>) => void) | null;
  postMessage(message: FromDetector): void;
};
const worker = self as unknown as WorkerScope;

type ModelDescription = {
  modelTopology: object;
  userDefinedMetadata: object;
  weightsManifest: { weights: object[] }[];
};

async function loadModel(): Promise<GraphModel> {
  // Threads would need pages that are isolated from every other window. The library asks for that file's address anyway.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plainProgram,
    'tfjs-backend-wasm-simd.wasm': fastProgram,
    'tfjs-backend-wasm-threaded-simd.wasm': fastProgram,
  });
  await setBackend('wasm');
  await ready();
  const [description, weights] = await Promise.all([
    fetch(modelDescription).then((response) => response.json() as Promise<ModelDescription>),
    fetch(modelWeights).then((response) => response.arrayBuffer()),
  ]);
  const { modelTopology, userDefinedMetadata, weightsManifest } = description;
  const load = async () => ({
    modelTopology,
    userDefinedMetadata,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weightData: weights,
  });
  return loadGraphModel({ load } as Parameters<typeof loadGraphModel>[0]);
}

async function look(model: GraphModel, pixels: Uint8ClampedArray): Promise<Look> {
  const values = new Float32Array(MODEL_SIDE * MODEL_SIDE * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    values[to] = pixels[from]! / 127.5 - 1;
    values[to + 1] = pixels[from + 1]! / 127.5 - 1;
    values[to + 2] = pixels[from + 2]! / 127.5 - 1;
  }
  const input = tensor4d(values, [1, MODEL_SIDE, MODEL_SIDE, 3]);
  const tensors = model.execute(input) as Tensor[];
  const outputs = await Promise.all(tensors.map((tensor) => tensor.data() as Promise<Float32Array>));
  for (const tensor of [input, ...tensors]) tensor.dispose();
  return { faces: facesOf(sortOutputs(outputs)), brightness: brightnessOf(pixels) };
}

async function serve(): Promise<void> {
  try {
    const model = await loadModel();
    // The first picture takes longest, so it is not one of the camera.
    await look(model, new Uint8ClampedArray(MODEL_SIDE * MODEL_SIDE * 4));
    worker.onmessage = ({ data }) =>
      look(model, new Uint8ClampedArray(data.pixels)).then(
        (seen) => worker.postMessage({ state: 'seen', look: seen }),
        () => worker.postMessage({ state: 'failed' }),
      );
    worker.postMessage({ state: 'ready' });
  } catch {
    worker.postMessage({ state: 'failed' });
  }
}

void serve();
