/** What a rule answers: the value it allows, or the named reason why not. A refusal is never an exception. */
export type Outcome<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal };

export function allow<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refuse<Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}
