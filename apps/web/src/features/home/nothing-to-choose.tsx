import { device } from '../../platform/device.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { homeWords } from '../../words/home.ts';
import { longTermsWords } from '../../words/long-terms.ts';

export function NothingToChoose() {
  const { shortestTermDays } = device;
  if (shortestTermDays !== undefined) {
    return (
      <EmptyState title={longTermsWords.title}>
        {longTermsWords.text(String(shortestTermDays), location.host)}
      </EmptyState>
    );
  }
  const { title, text } = homeWords.nothingToChoose;
  return <EmptyState title={title}>{text}</EmptyState>;
}
