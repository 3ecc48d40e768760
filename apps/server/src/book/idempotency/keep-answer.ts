/**
 * The insert that keeps the answer of a request under its idempotency key, one for each row of `from`. The other parts
 * are SQL expressions over it. It is part of the statement that carries out the request.
 */
export function keepAnswer(kept: {
  borrowerId: string;
  keyHash: string;
  inputHash: string;
  answer: string;
  at: string;
  from: string;
}): string {
  return `insert into idempotency_key (borrower_id, key_hash, input_hash, answer, created_at)
    select ${kept.borrowerId}, ${kept.keyHash}, ${kept.inputHash}, ${kept.answer}, ${kept.at}
    from ${kept.from}`;
}
