import type { LenderSetting } from '@thumba/contract/staff/lender-settings';
import type { StaffMember } from './staff-client.ts';

/** Two people change a setting of the lender, from their approval on. Answers the sentence of the approval. */
export async function changeSetting(
  { maker, checker }: { maker: StaffMember; checker: StaffMember },
  setting: LenderSetting,
  texts: Record<string, string>,
): Promise<string> {
  const change = { texts, effectiveFrom: null };
  const params = { setting };
  const { data: shown } = await maker.client.call('previewSetting', { params, body: change });
  if (!shown.preview) throw new Error(shown.problem?.sentence ?? 'nothing would be different');
  const { digest } = shown.preview;
  const body = { ...change, reason: 'agreed by the board', digest };
  const asked = await maker.client.call('askForSetting', { params, body });
  if (asked.code !== 200) throw new Error(asked.msg);
  const { requestId } = asked.data;
  const answer = { answer: 'approve', reason: 'looked at it' } as const;
  const answered = await checker.client.call('answerRequest', { params: { requestId }, body: answer });
  if (answered.code !== 200) throw new Error(answered.msg);
  return answered.data.sentence!;
}
