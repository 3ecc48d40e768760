/**
 * A function that keeps its answers, for a text or a number that is asked about again and again. It begins anew when it
 * keeps `most` answers, so that a long run does not fill the memory.
 */
export function remembered<Asked extends string | number, Answer>(
  most: number,
  answerTo: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  const answers = new Map<Asked, Answer>();
  return (asked) => {
    const known = answers.get(asked);
    if (known !== undefined) return known;
    if (answers.size >= most) answers.clear();
    const answer = answerTo(asked);
    answers.set(asked, answer);
    return answer;
  };
}
