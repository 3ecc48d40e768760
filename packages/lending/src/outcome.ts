/** The answer of a rule: an allowed value, or a refusal with its kind. A refusal is never an exception. */
export type Outcome<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal };

/** An outcome with a value. */
export function allow<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** An outcome with a refusal. */
export function refuse<Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}
